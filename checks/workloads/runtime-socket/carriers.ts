import type { FactName, Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { podMakers, type Owner, type Templates } from '../shared/pod-makers.ts';

/** The path of a socket, the version from which nodes change the runtime behind it, and the levels of findings. */
export type Row = Tables['runtime-sockets'][number];

/** A workload with the sockets that its template or one of its pods mounts. */
export interface Carrier {
  resource: Owner;
  mounts: readonly Mount[];
}

/** A volume that mounts a socket of the node. */
export interface Mount {
  volume: string;
  /** The path as written in the workload. */
  path: string;
  row: Row;
  /** The fact that shows the mount. */
  fact: FactName;
}

/** Workloads that mount a socket of the table, in their template or in one of their live pods. */
export function listCarriers(templates: Templates, pods: Facts['pods'], rows: readonly Row[]): Carrier[] {
  const sockets = new Map(rows.map((row) => [normalised(row.path), row]));
  const mounts = podMakers(templates, pods).flatMap(({ resource, fact, hostPaths }) =>
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

/** One mount for each socket, preferably the template's. */
function firstOfEach(mounts: readonly Mount[]): Mount[] {
  return [...grouped(mounts, ({ row }) => row.path).values()].map(([first]) => first);
}

/**
 * Replaces backslashes with slashes, and removes double and trailing slashes, and `.`. Of the path of a Windows named
 * pipe, keeps only the name in lower case, marked so that it never equals another path.
 */
function normalised(path: string): string {
  const slashed = path.trim().replaceAll('\\', '/');
  const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.');
  const isPipe = /^\/\/[.?]\/pipe\//i.test(slashed);
  return isPipe ? `pipe:${segments.slice(-1).join('').toLowerCase()}` : `/${segments.join('/')}`;
}
