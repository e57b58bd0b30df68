import { expect } from 'vitest';
import check from '../../../checks/workloads/no-ready-pods.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aPod, checkCases, type Case } from '../cases.ts';

type Counts = Facts['workloadPods'][number];
type Unready = Facts['unreadyPods'][number];

const [longAgo, earlier, recently] = ['2026-11-20T09:00:00Z', '2026-11-20T11:19:00Z', '2026-11-20T11:51:00Z'];
const message = "0/7 nodes are available: 6 node(s) didn't match Pod's node affinity/selector.";

const aCount = (more: Partial<Counts> = {}): Counts => ({
  kind: 'Deployment',
  namespace: 'shop',
  name: 'cart',
  wanted: 2,
  ready: 0,
  ...more,
});
const unready = (name: string, more: Partial<Unready> = {}): Unready => ({
  namespace: 'shop',
  name,
  workload: { kind: 'Deployment', name: 'cart' },
  state: 'Pending',
  since: earlier,
  ...more,
});

/** The pods of the workloads that are not ready, and others. */
function given(counts: readonly Counts[], pods: readonly Unready[] = [], others: Partial<Facts> = {}): Partial<Facts> {
  const all = pods.map(({ namespace, name, workload }) =>
    aPod(name, { namespace, controller: workload, ready: false }),
  );
  const { pods: more = [], waitingPods = [] } = others;
  return { workloadPods: [...counts], unreadyPods: [...pods], pods: [...all, ...more], waitingPods };
}

const leaving = (name: string, more: Partial<Facts['pods'][number]> = {}) => aPod(name, { terminating: true, ...more });
const deletion = (name: string, graceSeconds: number | null, graceEnds: string) => ({
  namespace: 'shop',
  name,
  deletion: { graceEnds, graceSeconds, finalizers: [] },
});
const two = [unready('cart-1', { since: longAgo }), unready('cart-2')];
const required = 'a ready pod';
const cause = `Find out why none of the pods becomes ready: the events at the end of the output name the cause, such as a
  selector or an affinity that no node matches, an image that cannot be pulled, or a quota. Where a container crashes,
  read its last log.`;

const now = (row: Omit<Case, 'current' | 'target'>): Case => ({ current: '1.34', target: '1.34', ...row });
const silent = (it: string, facts: Partial<Facts>): Case => now({ it, facts, findings: [] });
const warns = (it: string, facts: Partial<Facts>, text: string): Case =>
  now({ it, facts, findingsLike: [{ level: 'warn', message: text }] });

checkCases(check, [
  {
    it: 'is skipped where an update is planned, whatever the pods do',
    current: '1.33',
    target: '1.34',
    facts: given([aCount()], two),
    skip: 'only where no update of the control plane is planned (--target current)',
  },
  silent('is silent without workloads', given([])),
  silent('is silent about one ready pod of several', given([aCount({ wanted: 3, ready: 1 })], two)),
  silent('is silent about a workload that wants one pod', given([aCount({ wanted: 1 })], two)),
  now({
    it: 'warns of pods that fit no node, since the last of them was created',
    facts: given([aCount()], [unready('cart-1', { since: longAgo }), unready('cart-2', { message: `${message}\n` })]),
    findings: [
      {
        level: 'warn',
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
        message: 'none of the 2 pods has been ready since 2026-11-20 11:19 UTC: 2 Pending',
        evidence: [
          { observed: '0 of 2 pods ready', required, fact: 'workloadPods' },
          {
            observed: `Pending since 2026-11-20 11:19 UTC: ${message}`,
            required,
            resource: 'Pod cart-2',
            fact: 'unreadyPods',
          },
        ],
        fix: `${cause}\n\`\`\`sh\nkubectl -n shop describe pod cart-2\n\`\`\``,
      },
    ],
  }),
  now({
    it: 'warns of each state, with the last log of a pod that crashes, also during a rollout',
    facts: given(
      [aCount({ kind: 'StatefulSet', name: 'db', wanted: 3, rolling: true })],
      ['NotReady', 'CrashLoopBackOff', 'CrashLoopBackOff'].map((state, at) =>
        unready(`db-${at}`, { state, workload: { kind: 'StatefulSet', name: 'db' } }),
      ),
    ),
    findingsLike: [
      {
        resource: { kind: 'StatefulSet', namespace: 'shop', name: 'db' },
        message: 'none of the 3 pods has been ready since 2026-11-20 11:19 UTC: 1 NotReady, 2 CrashLoopBackOff',
        evidence: [
          { observed: '0 of 3 pods ready', required, fact: 'workloadPods' },
          { observed: 'NotReady since 2026-11-20 11:19 UTC', required, resource: 'Pod db-0', fact: 'unreadyPods' },
          {
            observed: 'CrashLoopBackOff since 2026-11-20 11:19 UTC',
            required,
            resource: 'Pod db-1',
            fact: 'unreadyPods',
          },
        ],
        fix: `${cause}\n\`\`\`sh
kubectl -n shop describe pod db-0
kubectl -n shop describe pod db-1
kubectl -n shop logs db-1 --all-containers --previous --ignore-errors
\`\`\``,
      },
    ],
  }),
  warns(
    'warns exactly from ten minutes on',
    given([aCount()], [unready('cart-1', { since: '2026-11-20T11:50:00Z' })]),
    'none of the 2 pods has been ready since 2026-11-20 11:50 UTC: 1 Pending',
  ),
  silent(
    'is silent where one of its pods was ready nine minutes ago',
    given([aCount()], [...two, unready('c', { since: recently })]),
  ),
  warns(
    'names no time where that of one pod was not seen',
    given([aCount()], [...two, unready('cart-3', { since: null })]),
    'none of the 2 pods is ready: 3 Pending',
  ),
  silent(
    'is silent where the time of one pod was not seen, but another was ready nine minutes ago',
    given([aCount()], [unready('cart-1', { since: null }), unready('cart-2', { since: recently })]),
  ),
  now({
    it: 'warns of a workload without pods, such as one that a quota stops',
    facts: given([aCount({ kind: 'DaemonSet', name: 'agent', wanted: 4 })], two),
    findingsLike: [
      {
        message: 'none of the 4 pods exists',
        evidence: [{ observed: '0 of 4 pods ready', required, fact: 'workloadPods' }],
        fix: `${cause}\n\`\`\`sh\nkubectl -n shop describe daemonset agent\n\`\`\``,
      },
    ],
  }),
  silent('is silent about one without pods whose newest spec is not seen yet', given([aCount({ rolling: true })])),
  silent(
    'is silent where a pod is ready in the list of pods',
    given([aCount()], [unready('cart-1')], { pods: [aPod('cart-2')] }),
  ),
  silent(
    'is silent where its last pod was deleted a minute ago',
    given([aCount()], two, {
      pods: [leaving('cart-3')],
      waitingPods: [deletion('cart-3', 60, '2026-11-20T12:00:00Z')],
    }),
  ),
  now({
    it: 'warns of pods whose deletion does not end, since it was requested',
    facts: given([aCount()], [], {
      pods: [leaving('cart-1', { ready: false }), leaving('cart-2', { ready: false })],
      waitingPods: [deletion('cart-1', 60, '2026-11-20T10:01:00Z'), deletion('cart-2', 60, '2026-11-20T10:02:00Z')],
    }),
    findingsLike: [
      {
        message: 'none of the 2 pods has been ready since 2026-11-20 10:01 UTC: 2 being deleted',
        evidence: [
          { observed: '0 of 2 pods ready', required, fact: 'workloadPods' },
          { observed: '2 pods are being deleted', required, fact: 'pods' },
        ],
      },
    ],
  }),
  warns(
    'names no time where that of a deletion was not seen',
    given([aCount()], two, {
      pods: [leaving('cart-3', { ready: false })],
      waitingPods: [deletion('cart-3', null, '2026-11-20T11:00:00Z')],
    }),
    'none of the 2 pods is ready: 2 Pending, 1 being deleted',
  ),
  now({
    it: 'does not take pods of a namesake, and says the same fix in each namespace',
    facts: given(
      [aCount(), aCount({ namespace: 'lab' }), aCount({ kind: 'StatefulSet' })],
      [...two, unready('cart-0', { namespace: 'lab', since: recently })],
    ),
    findingsLike: [
      {
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
        fix: expect.stringContaining('pod cart-1') as string,
      },
      { resource: { kind: 'StatefulSet', namespace: 'shop', name: 'cart' }, message: 'none of the 2 pods exists' },
    ],
  }),
]);
