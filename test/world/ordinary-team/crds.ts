import { delivered, type Delivery } from './delivery.ts';
import type { ServedKind } from '../world.ts';

type Json = Record<string, unknown>;

/** CRDs of charts and EKS without their schemas: names, versions and owners. */

type Row = readonly [kind: string, plural: string, versions: readonly string[], scope?: 'Cluster' | 'Namespaced'];
/** An API group with its kinds; the first version of a kind is the storage version. */
export type CrdGroup = readonly [group: string, rows: readonly Row[]];

const v1 = ['v1'];
const networking: readonly CrdGroup[] = [
  ['crd.k8s.amazonaws.com', [['ENIConfig', 'eniconfigs', ['v1alpha1'], 'Cluster']]],
  [
    'vpcresources.k8s.aws',
    [
      ['CNINode', 'cninodes', ['v1alpha1'], 'Cluster'],
      ['SecurityGroupPolicy', 'securitygrouppolicies', ['v1beta1']],
    ],
  ],
  ['networking.k8s.aws', [['PolicyEndpoint', 'policyendpoints', ['v1alpha1']]]],
];
const loadBalancing: readonly CrdGroup[] = [
  [
    'elbv2.k8s.aws',
    [
      ['IngressClassParams', 'ingressclassparams', ['v1beta1'], 'Cluster'],
      ['TargetGroupBinding', 'targetgroupbindings', ['v1beta1', 'v1alpha1']],
    ],
  ],
];
const certificates: readonly CrdGroup[] = [
  [
    'cert-manager.io',
    [
      ['Certificate', 'certificates', v1],
      ['CertificateRequest', 'certificaterequests', v1],
      ['ClusterIssuer', 'clusterissuers', v1, 'Cluster'],
      ['Issuer', 'issuers', v1],
    ],
  ],
  [
    'acme.cert-manager.io',
    [
      ['Challenge', 'challenges', v1],
      ['Order', 'orders', v1],
    ],
  ],
];
const argo: readonly CrdGroup[] = [
  [
    'argoproj.io',
    [
      ['Application', 'applications', ['v1alpha1']],
      ['ApplicationSet', 'applicationsets', ['v1alpha1']],
      ['AppProject', 'appprojects', ['v1alpha1']],
    ],
  ],
];
const monitoring: readonly CrdGroup[] = [
  [
    'monitoring.coreos.com',
    [
      ['Alertmanager', 'alertmanagers', v1],
      ['AlertmanagerConfig', 'alertmanagerconfigs', ['v1alpha1']],
      ['PodMonitor', 'podmonitors', v1],
      ['Probe', 'probes', v1],
      ['Prometheus', 'prometheuses', v1],
      ['PrometheusAgent', 'prometheusagents', ['v1alpha1']],
      ['PrometheusRule', 'prometheusrules', v1],
      ['ScrapeConfig', 'scrapeconfigs', ['v1alpha1']],
      ['ServiceMonitor', 'servicemonitors', v1],
      ['ThanosRuler', 'thanosrulers', v1],
    ],
  ],
];

const eks: Delivery = { name: 'eks', namespace: 'kube-system', by: 'eks' };
const inTemplates = (name: string, namespace: string, by: Delivery['by']): Delivery => ({ name, namespace, by });

/** Which delivery creates which CRDs; those in a chart's `crds` folder have no Helm labels. */
function owners(by: Delivery['by']): readonly (readonly [Delivery, readonly CrdGroup[]])[] {
  const unmarked = by === 'helm' ? 'eks' : by;
  return [
    [eks, networking],
    [eks, loadBalancing],
    [inTemplates('cert-manager', 'cert-manager', by), certificates],
    [inTemplates('argocd', 'argocd', 'helm'), argo],
    [inTemplates('kube-prometheus-stack', 'monitoring', unmarked), monitoring],
  ];
}

/** The CRDs of charts and EKS; `by` is the tool that deploys cert-manager and kube-prometheus-stack. */
export function chartCrdObjects(by: Delivery['by']): Json[] {
  return owners(by).flatMap(([delivery, groups]) => buildCrdObjects(delivery, groups));
}

export function buildCrdObjects(delivery: Delivery, groups: readonly CrdGroup[]): Json[] {
  return groups.flatMap(([group, rows]) => rows.map((row) => crdObject(delivery, group, row)));
}

function crdObject(delivery: Delivery, group: string, [kind, plural, versions, scope = 'Namespaced']: Row): Json {
  const names = { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() };
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const labels = delivery.by === 'eks' ? {} : { labels: { 'app.kubernetes.io/instance': delivery.name } };
  return delivered(delivery, ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'], `${plural}.${group}`, {
    ...labels,
    spec: {
      group,
      names,
      scope,
      versions: versions.map((name, index) => ({ name, served: true, storage: index === 0, schema })),
    },
    status: { storedVersions: versions.slice(0, 1), conditions: [], acceptedNames: names },
  });
}

/** The kinds that the API server serves with the CRDs of charts and EKS. */
export const chartKinds: readonly ServedKind[] = owners('helm').flatMap(([, groups]) => listKinds(groups));

/** The kinds that the API server serves with CRDs of these groups. */
export function listKinds(groups: readonly CrdGroup[]): ServedKind[] {
  return groups.flatMap(([group, rows]) =>
    rows.flatMap(([kind, resource, versions, scope]) =>
      versions.map((version) => ({ group, version, kind, resource, namespaced: scope !== 'Cluster' })),
    ),
  );
}
