/** Insights in the shape of EKS's API responses. */

type Json = Record<string, unknown>;

/** Some hours before the request that reads the insight: so it is recent by the clock of every test. */
export const refreshedToday = -1;

/** An insight as DescribeInsight returns it, by default passing. */
export function anInsight(id: string, name: string, kubernetesVersion: string, more: Json = {}): Json {
  return {
    id,
    name,
    category: 'UPGRADE_READINESS',
    kubernetesVersion,
    lastRefreshTime: refreshedToday,
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

/** One API version that clients still call, as in an insight's summary. */
export function aDeprecation(usage: string, removedIn: string, clients: readonly Json[], replacedWith = ''): Json {
  return {
    usage,
    replacedWith,
    stopServingVersion: removedIn,
    startServingReplacementVersion: '1.21',
    clientStats: clients,
  };
}

/** The insights of a healthy cluster, for one version. */
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
 * An insight with a warning about a topic that our own check covers: the scan calls DescribeInsight for it, but the
 * report does not mention it.
 */
export function silentInsight(version: string): Record<string, Json> {
  const id = `insight-${version}-1`;
  const insightStatus = { status: 'WARNING', reason: 'Some kubelets are older than the control plane.' };
  return { [id]: anInsight(id, 'Kubelet version skew', version, { insightStatus }) };
}

/** The insights about a rollback to a version: one with a warning, so that the scan calls DescribeInsight. */
export function rollbackInsights(version: string): Record<string, Json> {
  const category = 'ROLLBACK_READINESS';
  const names = ['Kubelet version', 'EKS add-on version', 'Cluster health'];
  return Object.fromEntries(
    names.map((name, index) => {
      const id = `rollback-${version}-${index}`;
      const insightStatus = index === 0 ? { status: 'WARNING', reason: 'Nodes were updated.' } : undefined;
      const more = insightStatus === undefined ? { category } : { category, insightStatus };
      return [id, anInsight(id, `${name} rollback compatibility`, version, more)];
    }),
  );
}
