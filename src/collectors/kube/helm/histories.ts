import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { HelmHistory } from '../../../facts/helm.ts';
import type { Gap } from '../../../facts/reading.ts';
import { ScanError, type Reason } from '../../../facts/reason.ts';
import { formatCount, toPlural } from '../../../syntax/english.ts';
import { grouped } from '../../../syntax/grouped.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { listAll } from '../list.ts';
import { holdsRelease, isStorageKey, formatStorageKey } from './release.ts';
import { allInOrder } from '../../all-in-order.ts';

/** A revision, from its labels: Helm stores each one in its own Secret or ConfigMap. */
interface Revision extends Pick<HelmHistory, 'namespace' | 'name'> {
  of: HelmHistory['newest'] | { unread: Reason };
}

/** An object with a release's labels but another name: its content decides whether it is a release. */
interface Lookalike extends Pick<HelmHistory, 'namespace' | 'name'> {
  object: string;
}

const object = z.object({
  metadata: z.object({ namespace: z.string(), name: z.string(), labels: z.record(z.string(), z.string()) }),
});
const numbered = z.object({ status: z.string(), version: z.string().check(z.regex(/^\d{1,9}$/)) });

/**
 * Where Helm stores releases: https://helm.sh/docs/topics/advanced/#storage-backends. An SQL database is outside the
 * cluster. Tiller is the server of Helm 2.
 */
const drivers = [
  { storage: 'Secret', resource: 'secrets', labelSelector: 'owner=helm', revisionOf: toRevision },
  { storage: 'ConfigMap', resource: 'configmaps', labelSelector: 'owner=helm', revisionOf: toRevision },
  {
    storage: 'ConfigMap',
    resource: 'configmaps',
    labelSelector: 'OWNER=TILLER,STATUS=DEPLOYED',
    revisionOf: toTillerRevision,
  },
] as const;
/** The API server reads whole objects to return their metadata, and a release may take 1 MB. */
const pageSize = 100;
/** The maximum number of lookalikes that are fetched for each driver. */
const mostLookalikes = 200;

export const helmHistories = defineCollector('helmHistories', {
  permissions: [
    { apiGroup: '', resource: 'secrets', verb: 'list' },
    { apiGroup: '', resource: 'configmaps', verb: 'list' },
    { apiGroup: '', resource: 'secrets', verb: 'get' },
    { apiGroup: '', resource: 'configmaps', verb: 'get' },
  ],
  async collect({ kube }) {
    const source = await kube();
    const read = await allInOrder(drivers.map((driver) => readOutcome(source, driver)));
    const gaps = new Map(read.flatMap((one) => one.gaps.map((gap) => [gap.what, gap])));
    return {
      value: read.flatMap(({ histories }) => histories),
      gaps: [...gaps.values()],
      inconsistent: read.some(({ inconsistent }) => inconsistent),
    };
  },
});

interface Outcome {
  histories: HelmHistory[];
  gaps: Gap[];
  inconsistent: boolean;
}

/** A storage that could not be listed is a separate gap: releases that are stored elsewhere are judged. */
async function readOutcome(source: KubeSource, driver: (typeof drivers)[number]): Promise<Outcome> {
  const { storage, resource, labelSelector, revisionOf: project } = driver;
  try {
    const list = { apiGroup: '', versions: ['v1'], resource, labelSelector, pageSize, metadataOnly: true };
    const { value, inconsistent = false } = await listAll<Revision | Lookalike>(source, { ...list, project });
    const labelled = value.flatMap((one) => ('object' in one ? [] : [one]));
    const lookalikes = value.flatMap((one) => ('object' in one ? [one] : []));
    const looked = lookalikes.slice(0, mostLookalikes);
    const found = await allInOrder(looked.map((one) => revisionIn(source, storage, one)));
    const { histories, gaps } = mergeRevisions([...labelled, ...found.flat()], storage);
    return { histories, gaps: [...gaps, ...buildLimitGaps(lookalikes.length - looked.length, storage)], inconsistent };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return {
      histories: [],
      gaps: [{ what: `Helm releases in ${toPlural(storage)}`, reason: error.reason }],
      inconsistent: false,
    };
  }
}

/** Helm finds releases by the label `name`: an object without it is not a release. */
function toRevision(raw: unknown): Revision | Lookalike | undefined {
  const { namespace, name: key, labels } = object.parse(raw).metadata;
  const { name } = labels;
  if (name === undefined) return undefined;
  if (!isStorageKey(key)) return { namespace, name, object: key };
  const read = numbered.safeParse(labels);
  if (!read.success) return { namespace, name, of: unread('its labels lack a revision or a status') };
  const { status, version } = read.data;
  if (key !== formatStorageKey({ name, revision: version })) {
    return { namespace, name, of: unread(`the name ${key} does not match its labels`) };
  }
  return { namespace, name, of: { revision: Number(version), status } };
}

function toTillerRevision(raw: unknown): Revision | undefined {
  const { namespace, labels } = object.parse(raw).metadata;
  const { NAME: name } = labels;
  return name === undefined
    ? undefined
    : { namespace, name, of: unread('it is a release of Helm 2, whose format is not supported') };
}

/**
 * A lookalike that holds a release becomes a gap: Helm would list that release, but gives no release such a name. Most
 * lookalikes hold other data, which Helm ignores.
 */
async function revisionIn(
  source: KubeSource,
  storage: HelmHistory['storage'],
  { object: key, ...release }: Lookalike,
): Promise<Revision[]> {
  try {
    if (!(await holdsRelease(source, storage, { namespace: release.namespace, object: key }))) return [];
    return [{ ...release, of: unread(`the ${storage} ${key} holds it, a name that Helm does not give to releases`) }];
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return [{ ...release, of: { unread: error.reason } }];
  }
}

function buildLimitGaps(count: number, storage: HelmHistory['storage']): Gap[] {
  if (count === 0) return [];
  const message = `a scan reads at most ${mostLookalikes} ${toPlural(storage)} that have the labels of a release and another name`;
  return [
    {
      what: `${formatCount(count, storage)} with the labels of a Helm release`,
      reason: { kind: 'truncated', message },
    },
  ];
}

function unread(message: string): { unread: Reason } {
  return { unread: { kind: 'unreadable', message } };
}

/** Joins the revisions of each release, sorted by namespace and name. */
function mergeRevisions(
  revisions: readonly Revision[],
  storage: HelmHistory['storage'],
): Omit<Outcome, 'inconsistent'> {
  const releases = [...grouped(revisions, ({ namespace, name }) => `${namespace}/${name}`)];
  const outcome: Omit<Outcome, 'inconsistent'> = { histories: [], gaps: [] };
  for (const [key, all] of releases.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [{ namespace, name }] = all;
    for (const { of } of all) {
      if ('unread' in of) outcome.gaps.push({ what: `the Helm release ${key}`, reason: of.unread });
    }
    const byAge = all.flatMap(({ of }) => ('unread' in of ? [] : [of])).toSorted((a, b) => b.revision - a.revision);
    const [newest] = byAge;
    const deployed = byAge.find(({ status }) => status === 'deployed')?.revision ?? null;
    if (newest !== undefined) outcome.histories.push({ namespace, name, storage, newest, deployed });
  }
  return outcome;
}
