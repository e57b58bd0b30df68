import { buildCrdObjects, listKinds, type CrdGroup } from '../ordinary-team/crds.ts';
import { loadBalancerControllerObjects } from '../ordinary-team/platform.ts';

type Json = Record<string, unknown>;

/**
 * What chart 3.5.0 of the AWS Load Balancer Controller adds to 1.14.1: CRDs, a webhook for one of them, and webhooks
 * for pods that opt in.
 */

const moreCrds: readonly CrdGroup[] = [
  ['aga.k8s.aws', [['GlobalAccelerator', 'globalaccelerators', ['v1beta1']]]],
  ['elbv2.k8s.aws', [['ALBTargetControlConfig', 'albtargetcontrolconfigs', ['v1beta1']]]],
];
export const moreLoadBalancerKinds = listKinds(moreCrds);

const term = (key: string, operator: string, ...values: string[]): Json =>
  values.length === 0 ? { key, operator } : { key, operator, values };
const notItself = term('app.kubernetes.io/name', 'NotIn', 'aws-load-balancer-controller');
const agent = 'elbv2.k8s.aws/alb-target-control-agent';

/** Name, path, namespace selector terms and object selector terms of webhooks for new pods. */
const forPods: readonly (readonly [string, string, readonly Json[], readonly Json[]])[] = [
  ['quicid', 'v1-pod-server-id', [term('elbv2.k8s.aws/quic-server-id-inject', 'In', 'enabled')], [notItself]],
  [
    'alb-target-control.namespace',
    'alb-target-control-namespace-v1-pod',
    [term(`${agent}-injection`, 'In', 'enabled')],
    [notItself, term(`${agent}-inject`, 'NotIn', 'false')],
  ],
  [
    'alb-target-control.object',
    'alb-target-control-object-v1-pod',
    [term(`${agent}-injection`, 'DoesNotExist')],
    [notItself, term(`${agent}-inject`, 'In', 'true')],
  ],
];
const added: Readonly<Record<string, readonly Json[]>> = {
  MutatingWebhookConfiguration: forPods.map(([name, path, namespaces, objects]) => ({
    name: `${name}.elbv2.k8s.aws`,
    path: `/mutate-${path}`,
    namespaceSelector: { matchExpressions: namespaces },
    objectSelector: { matchExpressions: objects },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
  })),
  ValidatingWebhookConfiguration: [
    {
      name: 'vglobalaccelerator.aga.k8s.aws',
      path: '/validate-aga-k8s-aws-v1beta1-globalaccelerator',
      rules: [
        {
          apiGroups: ['aga.k8s.aws'],
          apiVersions: ['v1beta1'],
          operations: ['CREATE', 'UPDATE'],
          resources: ['globalaccelerators'],
        },
      ],
    },
  ],
};

/** The controller as chart 3.5.0 creates it, still with the version of 1.14.1. */
export function newerLoadBalancerObjects(nodes: readonly string[]): Json[] {
  return [
    ...buildCrdObjects({ name: 'aws-load-balancer-controller', namespace: 'kube-system', by: 'eks' }, moreCrds),
    ...loadBalancerControllerObjects(nodes).map((object) => {
      const webhooks = object['webhooks'] as ({ clientConfig: { service: Json } & Json } & Json)[] | undefined;
      const config = webhooks?.[0]?.clientConfig;
      const more = (added[String(object['kind'])] ?? []).map(({ path, ...webhook }) => ({
        ...webhook,
        clientConfig: { ...config, service: { ...config?.service, path } },
        failurePolicy: 'Fail',
        sideEffects: 'None',
      }));
      if (webhooks === undefined) return object;
      return {
        ...object,
        webhooks: [...webhooks, ...more].map((webhook) => ({ ...webhook, admissionReviewVersions: ['v1'] })),
      };
    }),
  ];
}
