/** The service and the operation, as messages name a call: `eks:ListClusters`. The SDK's `commandName` is a string, so it survives minification. */
export function callName(service: string, commandName: string | undefined): string {
  return `${service}:${(commandName ?? 'Unknown').replace(/Command$/, '')}`;
}
