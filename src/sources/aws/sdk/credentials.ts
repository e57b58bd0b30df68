/** The exports of the credential providers that are used; listing them keeps the lazily loaded chunk small. */
export { defaultProvider } from '@aws-sdk/credential-provider-node';
export { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
