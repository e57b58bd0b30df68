/**
 * Replaces undici, which @kubernetes/client-node imports and which does not load on Node 20 (it needs zlib's zstd).
 * eks-preflight uses only client-node's KubeConfig, which does not need undici: requests go through node:https.
 */

function absent() {
  throw new Error('undici is left out: @kubernetes/client-node is used for kubeconfig parsing and authentication only');
}

export { absent as Agent, absent as ProxyAgent, absent as fetch };
