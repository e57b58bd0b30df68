import type { Facts } from '../../facts/facts.ts';
import type { Workload } from '../../facts/kube.ts';
import { grouped } from '../../syntax/grouped.ts';
import { allInOrder } from '../all-in-order.ts';
import { defineCollector } from '../collect.ts';
import { imageParts } from './components.ts';
import { isEksBuild, recogniseController, type Recognised } from './recognise-controller.ts';

type Controller = Facts['controllers'][number];
type Labels = Workload['labels'];

/** A workload with what only other collectors need of it; a CronJob has only its own labels. */
interface Candidate {
  entry: Workload;
  /** The labels of its pod template. */
  labels?: Labels;
  settings?: readonly string[];
  hasOtherVariables?: boolean;
}

interface Found extends Recognised {
  candidate: Candidate;
}

export const controllers = defineCollector('controllers', {
  permissions: [],
  from: ['deployments', 'daemonSets', 'statefulSets', 'cronJobs', 'addonNames'],
  async collect(_sources, facts) {
    const lists = await allInOrder([
      facts.readJoined('deployments'),
      facts.readJoined('daemonSets'),
      facts.readJoined('statefulSets'),
      facts.readJoined('cronJobs'),
    ]);
    const addons = await facts.reading('addonNames');
    const candidates: Candidate[] = lists.flat();
    const found = candidates.flatMap((candidate): Found[] => {
      const recognised = recogniseController(candidate.entry, candidate.labels ?? {});
      return recognised === undefined ? [] : [{ ...recognised, candidate }];
    });
    const own = found.filter((one) => !isOfAnother(one, candidates));
    const copies = [...grouped(own, toCopyKey).values()].map((parts) => selectMain(parts));
    if (addons.ok) return { value: copies.map((copy) => toController(copy, addons.value)) };
    const [unclear, clear] = [copies.filter(mayBeAddon), copies.filter((copy) => !mayBeAddon(copy))];
    return {
      value: clear.map((copy) => toController(copy, [])),
      gaps: unclear.map(({ candidate: { entry } }) => ({
        what: `the EKS add-on of ${entry.kind} ${entry.namespace}/${entry.name}`,
        reason: addons.reason,
      })),
    };
  },
});

/** True for a part of a control plane that runs in pods, such as that of a virtual cluster: it serves that cluster. */
function isOfAnother({ row: { notBeside = [] }, candidate }: Found, candidates: readonly Candidate[]): boolean {
  if (notBeside.length === 0) return false;
  const beside = candidates.filter(({ entry }) => entry.namespace === candidate.entry.namespace);
  return beside.some(({ entry }) => entry.containers.some(({ image }) => notBeside.includes(imageParts(image).name)));
}

/** Workloads of one copy: the Deployments of one Argo CD, the Deployment and the DaemonSet of one CSI driver. */
function toCopyKey({ row, version, candidate: { entry, labels = {} } }: Found): string {
  const instance = labels['app.kubernetes.io/instance'] ?? '';
  return JSON.stringify([row.controller, entry.namespace, version, instance, findRevision(row, labels) ?? '']);
}

/** A project's revision label is also on pods that are only injected by it. */
function findRevision({ revisionLabel }: Found['row'], labels: Labels): string | undefined {
  return revisionLabel === undefined ? undefined : labels[revisionLabel];
}

/** The workload that the table names first. */
function selectMain([first, ...others]: readonly [Found, ...Found[]]): Found {
  const rank = ({ row, candidate }: Found): number => {
    const index = row.names.findIndex((name) => candidate.entry.name.includes(name));
    return index < 0 ? row.names.length : index;
  };
  return others.reduce((main, one) => (rank(one) < rank(main) ? one : main), first);
}

/** EKS builds the images of its add-ons, which people also install without the add-on. */
function mayBeAddon({ row, image }: Found): boolean {
  return row.addon !== null && isEksBuild(image);
}

function toController({ row, candidate, image, ...read }: Found, addonNames: readonly string[]): Controller {
  const { entry, labels = {}, settings = [], hasOtherVariables = false } = candidate;
  const { kind, namespace, name, replicas, owner } = entry;
  const revision = findRevision(row, labels);
  return {
    controller: row.controller,
    kind,
    namespace,
    name,
    ...(revision === undefined ? {} : { revision }),
    replicas,
    image,
    ...read,
    settings: [...settings],
    ...(hasOtherVariables ? { hasOtherVariables } : {}),
    addon: row.addon !== null && addonNames.includes(row.addon) && isEksBuild(image) ? row.addon : null,
    ...(owner === undefined ? {} : { owner }),
  };
}
