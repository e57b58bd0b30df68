import type { EndedUpdates } from '../../collectors/aws/describe-update.ts';
import type { Collectors } from '../../collectors/collect.ts';
import type { FactName } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import type { Reason } from '../../facts/reason.ts';
import { refuseContradicting } from '../../judge/compare-readings.ts';
import { removeFutureMoments } from '../../judge/past-moments.ts';
import type { Look, ReadSections } from '../../report/status/align-looks.ts';
import { buildStatus } from '../../report/status/build-status.ts';
import type { StatusDocument } from '../../report/status/schema.ts';
import type { KeptCredentials } from '../../sources/aws/contract.ts';
import { sh } from '../../syntax/shell.ts';
import { setFields } from '../../syntax/set-fields.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import { statusFacts } from '../permissions/needed.ts';
import { offerClusters, requireCluster } from '../require-cluster.ts';
import { readLive } from '../scan/live.ts';
import type { LoadCatalog } from '../select-checks.ts';
import type { Failures } from './outages.ts';

/** What a watch keeps between its looks. Neither grows with their number. */
export interface Kept {
  updates: EndedUpdates;
  credentials: KeptCredentials;
}

/** A look at a live cluster, and why it has not read all. */
export type LiveLook = Look & { failures: Failures };

/** Takes a look at a live cluster. */
export type TakeLook = (settings: Settings, loadCatalog: LoadCatalog, io: Io, kept?: Kept) => Promise<LiveLook>;

/**
 * Reads the cluster once.
 * @param kept what the looks of a watch share
 * @throws ScanError if the cluster cannot be described
 */
export async function takeLook(settings: Settings, loadCatalog: LoadCatalog, io: Io, kept?: Kept): Promise<LiveLook> {
  const needed = new Set(statusFacts);
  const load = async () => {
    const [{ collectors }, { narrowCollectors }] = await Promise.all([
      loadCatalog(),
      import('../../collectors/kube/narrow-collectors.ts'),
    ]);
    const narrow = narrowCollectors(collectors);
    return { collectors: kept === undefined ? narrow : await withEnded(narrow, kept.updates), needed };
  };
  try {
    const { readings } = await readLive(load, settings, io, kept?.credentials);
    const now = io.now().toISOString();
    const compared = comparedReadings(readings, now);
    const cluster = requireCluster(compared, settings, 'what was read');
    const document = buildStatus(compared, cluster, { now, version: io.version });
    return toLook(document, compared);
  } catch (error) {
    throw await offerClusters(error, sh`eks-preflight status`, settings, io);
  }
}

/** The look that a status was built from, with what it has not read. */
export function toLook(document: StatusDocument, readings: Readings): LiveLook {
  return { document, read: listSections(readings), failures: findFailures(readings) };
}

/** Updates that have ended are described once in a watch. */
export async function withEnded(collectors: Collectors, known: EndedUpdates): Promise<Collectors> {
  const [{ updatesKnowing }, { nodegroupUpdatesKnowing, addonUpdatesKnowing }] = await Promise.all([
    import('../../collectors/aws/updates.ts'),
    import('../../collectors/aws/object-updates.ts'),
  ]);
  return {
    ...collectors,
    updates: updatesKnowing(known),
    nodegroupUpdates: nodegroupUpdatesKnowing(known),
    addonUpdates: addonUpdatesKnowing(known),
  };
}

/** The narrow list of DaemonSets is not compared: pods of DaemonSets outside kube-system contradict it. */
function comparedReadings({ daemonSets: _daemonSets, ...readings }: Readings, now: string): Readings {
  return refuseContradicting(removeFutureMoments(readings, now));
}

const ofAws = {
  controlPlane: ['updates'],
  groups: ['nodegroups', 'nodegroupUpdates', 'autoScalingGroups', 'instanceRefreshes'],
  addons: ['addons', 'addonUpdates'],
} as const satisfies { [Section in keyof ReadSections]?: readonly FactName[] };

const awsFacts: ReadonlySet<FactName> = new Set<FactName>(['cluster', ...Object.values(ofAws).flat()]);
const kubeFacts = statusFacts.filter((fact) => !awsFacts.has(fact));

function listSections(readings: Readings): ReadSections {
  return {
    controlPlane: readText(ofAws.controlPlane, readings),
    groups: readText(ofAws.groups, readings),
    nodes: readText(kubeFacts, readings),
    addons: readText(ofAws.addons, readings),
  };
}

/** As `ReadSections` has it. */
function readText(facts: readonly FactName[], readings: Readings): string | null {
  const all = facts.map((fact) => ({ fact, reasons: listReasons(fact, readings) }));
  const isWhole = all.every(({ fact, reasons }) => reasons.every(isLasting) && !changedMeanwhile(readings[fact]));
  return isWhole ? all.flatMap(({ fact, reasons }) => (reasons.length === 0 ? [] : [fact])).join(' ') : null;
}

function changedMeanwhile(reading: Readings[FactName]): boolean {
  return reading?.ok === true && reading.inconsistent === true;
}

/** Why a fact, or a part of it, was not read. */
function listReasons(fact: FactName, readings: Readings): Reason[] {
  const reading = readings[fact];
  if (reading === undefined) return [];
  return reading.ok ? (reading.gaps ?? []).map(({ reason }) => reason) : [reading.reason];
}

/** True for a reason that the next look finds again: a permission that is missing, or an API that is not there. */
function isLasting({ kind, permission }: Reason): boolean {
  return permission !== undefined || kind === 'absent' || kind === 'not-offered' || kind === 'not-asked';
}

function findFailures(readings: Readings): Failures {
  const passing = (facts: Iterable<FactName>): Reason | undefined =>
    [...facts].flatMap((fact) => listReasons(fact, readings)).find((reason) => !isLasting(reason));
  return setFields({ aws: passing(awsFacts), kube: passing(kubeFacts) });
}
