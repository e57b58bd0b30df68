/** What is used of the shared files' reader: named, so that a lazily loaded chunk holds no more than this. */
export { loadSharedConfigFiles } from '@smithy/core/config';
