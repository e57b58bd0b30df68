/** What is used of the credential providers: named, so that a lazily loaded chunk holds no more than this. */
export { defaultProvider } from '@aws-sdk/credential-provider-node';
export { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
