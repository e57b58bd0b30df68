/** The exports of the shared files' reader that are used; listing them keeps the lazily loaded chunk small. */
export { loadSharedConfigFiles } from '@smithy/core/config';
