/** Insights in the shape of EKS's answers. */

type Json = Record<string, unknown>;

/** Never old, whenever a test scans: an insight's age is judged by the clock. */
const refreshed = Date.parse('2099-12-31T00:00:00Z') / 1000;

/** An insight as DescribeInsight shows it, passing unless told. */
export function anInsight(id: string, name: string, kubernetesVersion: string, more: Json = {}): Json {
  return {
    id,
    name,
    category: 'UPGRADE_READINESS',
    kubernetesVersion,
    lastRefreshTime: refreshed,
    lastTransitionTime: 1734557309,
    description: `Checks ${name}.`,
    insightStatus: { status: 'PASSING', reason: 'Nothing was found.' },
    recommendation: `Read about ${name}.`,
    additionalInfo: {},
    resources: [],
    categorySpecificSummary: { deprecationDetails: [], addonCompatibilityDetails: [] },
    ...more,
  };
}

/** One API version that clients still call, as an insight's summary holds it. */
export function aDeprecation(usage: string, removedIn: string, clients: readonly Json[], replacedWith = ''): Json {
  return {
    usage,
    replacedWith,
    stopServingVersion: removedIn,
    startServingReplacementVersion: '1.21',
    clientStats: clients,
  };
}

/** The insights of a cluster with nothing to complain of, for one version. */
export function passingInsights(version: string): Record<string, Json> {
  const names = [
    `Deprecated APIs removed in Kubernetes v${version}`,
    'Kubelet version skew',
    'kube-proxy version skew',
    'EKS add-on version compatibility',
    'Cluster health issues',
  ];
  return Object.fromEntries(
    names.map((name, index) => {
      const id = `insight-${version}-${index}`;
      return [id, anInsight(id, name, version)];
    }),
  );
}

/**
 * An insight that does not pass, about a topic that a check of ours judges by itself: it is described, and the report
 * stays silent about it.
 */
export function silentInsight(version: string): Record<string, Json> {
  const id = `insight-${version}-1`;
  const insightStatus = { status: 'WARNING', reason: 'Some kubelets are older than the control plane.' };
  return { [id]: anInsight(id, 'Kubelet version skew', version, { insightStatus }) };
}
