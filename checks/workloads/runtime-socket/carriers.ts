import type { Resource } from '../../../src/check.ts';
import type { FactName, Facts } from '../../../src/facts/facts.ts';
import type { Workload } from '../../../src/facts/kube.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { grouped } from '../../../src/languages/grouped.ts';

/** What happens to a socket. */
export type Row = Tables['runtime-sockets'][number];

/** A namespaced workload. */
export type Owner = Resource & { namespace: string };

/** A workload with the sockets that its template or one of its pods mounts, each once. */
export interface Carrier {
  resource: Owner;
  mounts: readonly Mount[];
}

/** A volume that mounts a socket of the node. */
export interface Mount {
  volume: string;
  /** As the workload writes it. */
  path: string;
  row: Row;
  /** Where it was seen. */
  fact: FactName;
}

/** The workloads whose pod templates are read before running pods. */
export type Templates = Pick<Facts, 'deployments' | 'daemonSets' | 'statefulSets' | 'cronJobs'>;

/**
 * Everything that mounts a socket of the table: by its template, or else by a live pod, which represents its workload.
 */
export function carriersOf(templates: Templates, pods: Facts['pods'], rows: readonly Row[]): Carrier[] {
  const sockets = new Map(rows.map((row) => [normalised(row.path), row]));
  const mounts = [...templateVolumes(templates), ...podVolumes(templates, pods)].flatMap(
    ({ resource, fact, hostPaths }) =>
      hostPaths.flatMap(({ volume, path }) => {
        const row = sockets.get(normalised(path));
        return row === undefined ? [] : [{ resource, mount: { volume, path, row, fact } }];
      }),
  );
  const byOwner = grouped(mounts, ({ resource: { kind, namespace, name } }) => `${kind} ${namespace}/${name}`);
  return [...byOwner.values()].map((own) => ({
    resource: own[0].resource,
    mounts: firstOfEach(own.map(({ mount }) => mount)),
  }));
}

/** One mount for each socket: the template's, if it has one. */
function firstOfEach(mounts: readonly Mount[]): Mount[] {
  return [...grouped(mounts, ({ row }) => row.path).values()].map(([first]) => first);
}

interface Volumes {
  resource: Owner;
  fact: FactName;
  hostPaths: Workload['hostPaths'];
}

function templateVolumes(templates: Templates): Volumes[] {
  const facts = ['deployments', 'daemonSets', 'statefulSets', 'cronJobs'] as const;
  return facts.flatMap((fact) =>
    templates[fact].map(({ kind, namespace, name, hostPaths }) => ({
      resource: { kind, namespace, name },
      fact,
      hostPaths,
    })),
  );
}

function podVolumes({ cronJobs }: Templates, pods: Facts['pods']): Volumes[] {
  const scheduled = new Set(cronJobs.map(({ namespace, name }) => `${namespace}/${name}`));
  const live = pods.filter(({ phase }) => phase !== 'Succeeded' && phase !== 'Failed');
  return live.map((pod) => ({ resource: ownerOf(pod, scheduled), fact: 'pods', hostPaths: pod.hostPaths }));
}

/** A CronJob names its Jobs `<name>-<time>`; a static pod is controlled by its Node and represents itself. */
function ownerOf({ namespace, name, controller }: Facts['pods'][number], scheduled: ReadonlySet<string>): Owner {
  if (controller === null || controller.kind === 'Node') return { kind: 'Pod', namespace, name };
  const cronJob = /^(.+)-\d+$/.exec(controller.name)?.[1];
  if (controller.kind === 'Job' && cronJob !== undefined && scheduled.has(`${namespace}/${cronJob}`)) {
    return { kind: 'CronJob', namespace, name: cronJob };
  }
  return { kind: controller.kind, namespace, name: controller.name };
}

/**
 * Normalizes a path: no double or trailing slashes, no `.`. A Windows named pipe stays different from a path, and is
 * not case-sensitive.
 */
function normalised(path: string): string {
  const slashed = path.trim().replaceAll('\\', '/');
  const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.');
  const isPipe = /^\/\/[.?]\/pipe\//i.test(slashed);
  return isPipe ? `pipe:${segments.slice(-1).join('').toLowerCase()}` : `/${segments.join('/')}`;
}
