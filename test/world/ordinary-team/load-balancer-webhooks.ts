import { caBundle } from '../api-extensions.ts';
import { delivered, type Delivery } from './delivery.ts';

type Json = Record<string, unknown>;
type Labels = Readonly<Record<string, string>>;

/** The webhooks of the AWS Load Balancer Controller: each new Service is sent to one of them, which fails closed. */

interface Hook {
  name: string;
  path: string;
  group: string;
  resources: readonly string[];
  version?: string;
  operations?: readonly string[];
  namespaceSelector?: Json;
}

const always = ['CREATE', 'UPDATE'];
const notItself = {
  matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'NotIn', values: ['aws-load-balancer-controller'] }],
};
const injected = {
  matchExpressions: [{ key: 'elbv2.k8s.aws/pod-readiness-gate-inject', operator: 'In', values: ['enabled'] }],
};

const mutating: readonly Hook[] = [
  { name: 'mpod', path: '/mutate-v1-pod', group: '', resources: ['pods'], namespaceSelector: injected },
  { name: 'mservice', path: '/mutate-v1-service', group: '', resources: ['services'] },
  {
    name: 'mtargetgroupbinding',
    path: '/mutate-elbv2-k8s-aws-v1beta1-targetgroupbinding',
    group: 'elbv2.k8s.aws',
    version: 'v1beta1',
    resources: ['targetgroupbindings'],
    operations: always,
  },
];
const validating: readonly Hook[] = [
  {
    name: 'vingressclassparams',
    path: '/validate-elbv2-k8s-aws-v1beta1-ingressclassparams',
    group: 'elbv2.k8s.aws',
    version: 'v1beta1',
    resources: ['ingressclassparams'],
    operations: always,
  },
  {
    name: 'vtargetgroupbinding',
    path: '/validate-elbv2-k8s-aws-v1beta1-targetgroupbinding',
    group: 'elbv2.k8s.aws',
    version: 'v1beta1',
    resources: ['targetgroupbindings'],
    operations: always,
  },
  {
    name: 'vingress',
    path: '/validate-networking-v1-ingress',
    group: 'networking.k8s.io',
    resources: ['ingresses'],
    operations: always,
  },
];

/** Both configurations, as chart 1.14.1 creates them by default. */
export function loadBalancerWebhooks(delivery: Delivery, labels: Labels): Json[] {
  const configuration = (kind: string, hooks: readonly Hook[]): Json =>
    delivered(delivery, ['admissionregistration.k8s.io/v1', kind], 'aws-load-balancer-webhook', {
      labels,
      webhooks: hooks.map(buildHook),
    });
  return [
    configuration('MutatingWebhookConfiguration', mutating),
    configuration('ValidatingWebhookConfiguration', validating),
  ];
}

function buildHook({
  name,
  path,
  group,
  resources,
  version = 'v1',
  operations = ['CREATE'],
  namespaceSelector,
}: Hook): Json {
  return {
    name: `${name}.elbv2.k8s.aws`,
    clientConfig: { service: { name: 'aws-load-balancer-webhook-service', namespace: 'kube-system', path }, caBundle },
    admissionReviewVersions: ['v1beta1'],
    failurePolicy: name === 'mpod' ? 'Ignore' : 'Fail',
    sideEffects: 'None',
    ...(namespaceSelector === undefined ? {} : { namespaceSelector }),
    ...(group === '' ? { objectSelector: notItself } : {}),
    rules: [{ apiGroups: [group], apiVersions: [version], operations, resources }],
  };
}
