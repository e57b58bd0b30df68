/** The hint for an answer that something other than the requested host sent. */
export function strangerHint(whom: string): string {
  return `something between here and ${whom} answers in its place: a proxy, a login page or a firewall`;
}

/** What the error codes of Node's sockets mean. */
export const networkTexts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name does not resolve at the moment',
};
