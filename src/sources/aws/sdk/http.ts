/** What is used of the SDK's HTTP handler: named, so that a lazily loaded chunk holds no more than this. */
export { NodeHttpHandler } from '@smithy/node-http-handler';
