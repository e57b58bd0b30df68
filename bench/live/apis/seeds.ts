import { aBudget, aCronJob, anAutoscaler, anEndpointSlice, aRuntimeClass } from '../../../test/live/api-manifests.ts';
import { applies, budgets, type Write } from '../../../test/live/api-written-objects.ts';
import type { Manifest } from '../../../test/live/seed.ts';
import { untilNextSecond } from '../../../test/live/writers.ts';

/** One object in the cluster, and whether the update from 1.24 to 1.25 breaks what writes it. */
export interface Seed {
  /** How the object was written, in words. */
  what: string;
  kind: string;
  name: string;
  /** The Helm release that contains it; what a tool reports about the release counts for the object. */
  release?: string;
  /** Whether the writer of the object breaks at 1.25 (`gone`), breaks at 1.26 (`later`), or keeps working (`fine`). */
  truth: 'gone' | 'later' | 'fine';
  write: Write;
}

const onServer = '--server-side';
const inShop = ['--namespace', 'shop'];
const pdb = 'PodDisruptionBudget';
const [old, today] = ['policy/v1beta1', 'policy/v1'] as const;

const installs =
  (release: string, templates: Readonly<Record<string, Manifest>>, ...flags: string[]): Write =>
  async ({ chart, helm }) =>
    helm(['upgrade', '--install', release, await chart(release, templates), ...inShop, ...flags]);

async function inTurn(by: Parameters<Write>[0], ...writes: readonly Write[]): Promise<void> {
  for (const write of writes) {
    await write(by);
    await untilNextSecond();
  }
}

function hook(manifest: Manifest): Manifest {
  const annotations = { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-delete-policy': 'hook-succeeded' };
  return { ...manifest, metadata: { ...manifest.metadata, annotations } };
}

const policy: Manifest = {
  apiVersion: old,
  kind: 'PodSecurityPolicy',
  metadata: { name: 'restricted' },
  spec: Object.fromEntries(
    ['fsGroup', 'runAsUser', 'seLinux', 'supplementalGroups'].map((field) => [field, { rule: 'RunAsAny' }]),
  ),
};

const gone: Omit<Seed, 'truth'>[] = [
  { what: '`kubectl apply`', kind: pdb, name: 'applied', write: applies(aBudget(old, 'applied')) },
  {
    what: '`kubectl apply`',
    kind: 'HorizontalPodAutoscaler',
    name: 'applied',
    write: applies(anAutoscaler('autoscaling/v2beta1', 'applied')),
  },
  {
    what: '`kubectl apply`',
    kind: 'EndpointSlice',
    name: 'applied',
    write: applies(anEndpointSlice('discovery.k8s.io/v1beta1', 'applied', 'shop-team')),
  },
  {
    what: '`kubectl apply`',
    kind: 'RuntimeClass',
    name: 'applied',
    write: applies(aRuntimeClass('node.k8s.io/v1beta1', 'applied')),
  },
  { what: '`kubectl apply`', kind: 'PodSecurityPolicy', name: 'restricted', write: applies(policy) },
  {
    what: '`kubectl apply --server-side`',
    kind: 'CronJob',
    name: 'on-the-server',
    write: applies(aCronJob('batch/v1beta1', 'on-the-server'), onServer),
  },
  {
    what: '`kubectl create`',
    kind: 'CronJob',
    name: 'created',
    write: ({ kubectl }) => kubectl(['create', '-f', '-'], aCronJob('batch/v1beta1', 'created')),
  },
  {
    what: '`kubectl apply`, then edited by hand, with a newer version',
    kind: 'CronJob',
    name: 'edited',
    write: (by) =>
      inTurn(by, applies(aCronJob('batch/v1beta1', 'edited')), ({ kubectl }) =>
        kubectl(['edit', 'cronjobs', 'edited', ...inShop]),
      ),
  },
  {
    what: 'a program that calls the API',
    kind: pdb,
    name: 'operated',
    write: ({ program }) =>
      program('budget-operator/2.1', 'POST', budgets.replace('v1', 'v1beta1'), aBudget(old, 'operated')),
  },
  {
    what: 'Helm',
    kind: pdb,
    name: 'charted',
    release: 'shop',
    write: installs('shop', { it: aBudget(old, 'charted') }),
  },
  {
    what: 'Helm, a hook that is deleted when it is done',
    kind: 'CronJob',
    name: 'hooked',
    release: 'hooks',
    write: installs('hooks', { it: hook(aCronJob('batch/v1beta1', 'hooked')) }),
  },
];

const fine: Omit<Seed, 'truth'>[] = [
  {
    what: '`kubectl apply`, then with the newer version',
    kind: pdb,
    name: 'renewed',
    write: (by) => inTurn(by, applies(aBudget(old, 'renewed')), applies(aBudget(today, 'renewed'))),
  },
  {
    what: '`kubectl apply`, then `--server-side` with the newer version',
    kind: pdb,
    name: 'moved',
    write: (by) => inTurn(by, applies(aBudget(old, 'moved')), applies(aBudget(today, 'moved'), onServer)),
  },
  {
    what: '`kubectl apply`, then taken over by Helm with the newer version',
    kind: pdb,
    name: 'taken-over',
    release: 'taker',
    write: (by) =>
      inTurn(
        by,
        applies(aBudget(old, 'taken-over')),
        installs('taker', { it: aBudget(today, 'taken-over', 2) }, '--take-ownership'),
      ),
  },
  {
    what: 'Helm, upgraded to the newer version and more',
    kind: pdb,
    name: 'upgraded',
    release: 'upgraded',
    write: (by) =>
      inTurn(
        by,
        installs('upgraded', { it: aBudget(old, 'upgraded') }),
        installs('upgraded', { it: aBudget(today, 'upgraded', 2) }),
      ),
  },
  {
    what: 'Helm, upgraded to the newer version and nothing else',
    kind: pdb,
    name: 'version-only',
    release: 'version-only',
    write: (by) =>
      inTurn(
        by,
        installs('version-only', { it: aBudget(old, 'version-only') }),
        installs('version-only', { it: aBudget(today, 'version-only') }),
      ),
  },
  {
    what: 'the newer version, patched by hand with the older',
    kind: 'CronJob',
    name: 'by-hand',
    write: (by) =>
      inTurn(by, applies(aCronJob('batch/v1', 'by-hand')), ({ kubectl }) =>
        kubectl([
          'patch',
          'cronjobs.v1beta1.batch',
          'by-hand',
          ...inShop,
          '--type',
          'merge',
          '-p',
          '{"spec":{"suspend":true}}',
        ]),
      ),
  },
];

/** All seeds, in the order in which they are written. */
export const seeds: readonly Seed[] = [
  ...gone.map((seed) => ({ ...seed, truth: 'gone' as const })),
  {
    what: '`kubectl apply`',
    kind: 'HorizontalPodAutoscaler',
    name: 'later',
    truth: 'later',
    write: applies(anAutoscaler('autoscaling/v2beta2', 'later')),
  },
  ...fine.map((seed) => ({ ...seed, truth: 'fine' as const })),
];
