import type { Change, Message } from '../../../src/schedule/changes/message.ts';

const finding = (fields: Partial<Change>): Change => ({
  kind: 'new',
  level: 'fail',
  blocks: 'control-plane',
  at: null,
  title: 'NodeGroup legacy: kubelet 1.30 is too old for control plane 1.34',
  number: 1,
  checks: ['nodes/kubelet-skew'],
  fingerprints: ['0123456789abcdef'],
  reason: null,
  ...fields,
});

/** The message of a night without changes; tests override its fields. */
export function buildMessage(fields: Partial<Message> = {}): Message {
  return {
    schemaVersion: 1,
    id: '7d9f3a61c2b84e0f7d9f3a61c2b84e0f',
    kind: 'unchanged',
    tool: { name: 'eks-preflight', version: '0.2.0' },
    cluster: {
      name: 'prod',
      region: 'eu-west-1',
      account: '111122223333',
      arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/prod',
      version: '1.33',
    },
    scannedAt: '2026-11-22T02:00:00.000Z',
    comparedTo: '2026-11-21T02:00:00.000Z',
    target: '1.34',
    verdict: 'ready',
    verdictBefore: null,
    exitCode: 0,
    counts: { new: 0, worse: 0, fixed: 0, noLongerSeen: 0, open: { fail: 0, unknown: 0, warn: 3 } },
    changes: [],
    storms: [],
    support: null,
    error: null,
    stateError: null,
    link: 'https://reports.example.com/eks/111122223333/eu-west-1/prod/2026-11-22T02-00-00.000Z.html',
    ...fields,
  };
}

const someChanges: readonly Change[] = [
  finding({}),
  finding({
    kind: 'worse',
    level: 'warn',
    blocks: 'nodes',
    at: { component: 'karpenter', version: '1.8.8' },
    title: 'NodePool builds: can launch Spot Instances (karpenter.sh/capacity-type), but the queue has no rule',
    number: 4,
  }),
  finding({
    kind: 'fixed',
    blocks: 'workloads',
    title: 'PodDisruptionBudget shop/cart: allows no disruption',
    number: null,
  }),
  finding({
    kind: 'no-longer-seen',
    level: 'warn',
    blocks: 'nodes',
    title: 'Subnet subnet-0ccc: 3 free addresses',
    number: null,
    reason: 'ec2:DescribeSubnets was denied',
  }),
];

const counts = { new: 1, worse: 1, fixed: 1, noLongerSeen: 1, open: { fail: 1, unknown: 2, warn: 15 } };

/** Messages of every kind, as receivers get them. */
export const nights = {
  quiet: buildMessage(),
  changed: buildMessage({
    kind: 'changed',
    verdict: 'blocked',
    verdictBefore: 'ready',
    exitCode: 1,
    counts,
    changes: [...someChanges],
    support: { kind: 'standard', until: '2027-01-21', days: 60 },
  }),
  blocker: buildMessage({
    kind: 'changed',
    verdict: 'blocked',
    verdictBefore: 'ready',
    exitCode: 1,
    counts: { new: 1, worse: 0, fixed: 0, noLongerSeen: 0, open: { fail: 1, unknown: 0, warn: 3 } },
    changes: [finding({})],
    support: { kind: 'standard', until: '2027-01-21', days: 60 },
  }),
  denied: buildMessage({
    kind: 'changed',
    verdict: 'incomplete',
    verdictBefore: 'ready',
    exitCode: 2,
    counts: { new: 1, worse: 0, fixed: 0, noLongerSeen: 1, open: { fail: 0, unknown: 1, warn: 3 } },
    changes: [
      finding({ level: 'unknown', title: 'grant ec2:DescribeSubnets (network/subnets)', number: 1 }),
      finding({ ...someChanges[3], fingerprints: ['89abcdef01234567'] }),
    ],
  }),
  expired: buildMessage({
    kind: 'could-not-scan',
    cluster: { name: 'prod', region: 'eu-west-1', account: null, arn: null, version: null },
    target: null,
    verdict: null,
    exitCode: 3,
    counts: { new: 0, worse: 0, fixed: 0, noLongerSeen: 0, open: { fail: 0, unknown: 0, warn: 0 } },
    error: {
      code: 'denied',
      message:
        'AWS does not accept the credentials: ExpiredTokenException: The security token included in the request is expired',
      hint: 'the session has ended: log in again, or export fresh credentials',
      lastSuccess: '2026-11-20T02:00:00.000Z',
    },
    link: null,
  }),
  first: buildMessage({
    kind: 'first',
    comparedTo: null,
    verdict: 'blocked',
    exitCode: 1,
    counts: { ...counts, new: 0, worse: 0, fixed: 0, noLongerSeen: 0, open: { fail: 1, unknown: 0, warn: 1 } },
    changes: [
      finding({}),
      finding({ level: 'warn', blocks: 'deployments', number: 2, title: 'Ingress shop/web: uses extensions/v1beta1' }),
    ],
    link: null,
  }),
  lost: buildMessage({
    kind: 'state-lost',
    comparedTo: null,
    stateError: 'state.json is not valid JSON',
    changes: [finding({ level: 'warn' })],
    counts: { ...counts, new: 0, worse: 0, fixed: 0, noLongerSeen: 0, open: { fail: 0, unknown: 0, warn: 1 } },
  }),
  storm: buildMessage({
    kind: 'changed',
    storms: [{ cause: 'tool', text: 'eks-preflight 0.2.0 (before: 0.1.0)', findings: 41 }],
    counts: { ...counts, new: 0, worse: 0, fixed: 0, noLongerSeen: 0, open: { fail: 0, unknown: 0, warn: 44 } },
  }),
} as const satisfies Record<string, Message>;

/** A message larger than any receiver accepts: 5,000 titles and a cluster name, each of 10,000 characters. */
export function hugeMessage(text: string): Message {
  const long = text.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000);
  const kinds = ['new', 'worse', 'fixed', 'no-longer-seen'] as const;
  const changes = Array.from({ length: 5_000 }, (_, index) =>
    finding({
      kind: kinds[index % 4] ?? 'new',
      title: `${index} ${long}`,
      number: index + 1,
      reason: index % 4 === 3 ? long : null,
    }),
  );
  const each = changes.length / 4;
  return buildMessage({
    kind: 'changed',
    verdict: 'blocked',
    cluster: {
      name: long,
      region: 'eu-west-1',
      account: '111122223333',
      arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/prod',
      version: '1.33',
    },
    counts: { new: each, worse: each, fixed: each, noLongerSeen: each, open: { fail: 2_500, unknown: 0, warn: 0 } },
    changes,
    storms: Array.from({ length: 100 }, () => ({ cause: 'tool' as const, text: long, findings: 3 })),
    support: { kind: 'standard', until: '2027-01-21', days: 60 },
  });
}
