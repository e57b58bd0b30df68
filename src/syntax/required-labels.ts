/** The requirements of pods for their nodes, as a pod template has them. */
interface Requirements {
  nodeSelector?: Readonly<Record<string, string>>;
  terms?: readonly { labels: readonly { key: string }[] }[];
}

/** The keys of all node labels that these pods require, in the node selector and in the required node affinity. */
export function listRequiredLabels(templates: readonly Requirements[]): Set<string> {
  return new Set(
    templates.flatMap(({ nodeSelector = {}, terms = [] }) => [
      ...Object.keys(nodeSelector),
      ...terms.flatMap(({ labels }) => labels.map(({ key }) => key)),
    ]),
  );
}
