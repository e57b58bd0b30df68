/** The exports of the SDK's HTTP handler that are used; listing them keeps the lazily loaded chunk small. */
export { NodeHttpHandler } from '@smithy/node-http-handler';
