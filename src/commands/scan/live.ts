import type { collect, Collectors } from '../../collectors/collect.ts';
import type { Sources } from '../../sources/sources.ts';
import { joinOthers } from '../../sources/aws/beside.ts';
import type { KeptCredentials } from '../../sources/aws/contract.ts';
import { connect, refuseMixedConnections, type Environment } from '../../sources/connect.ts';
import { requireCluster, noCluster } from '../require-cluster.ts';
import { startDeadline, type Deadline } from '../deadline.ts';
import type { FactName } from '../../facts/facts.ts';
import type { PluginFacts } from '../../facts/plugin-facts.ts';
import { toReadUntil } from '../../inventory/as-of.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import type { Io } from '../io.ts';
import type { ScanOptions } from '../options/options.ts';
import type { Report } from '../../report/schema.ts';
import type { Settings } from '../options/settings.ts';
import { createProgress, type Progress } from './progress.ts';
import { createUsageMeter, formatUsage, type UsageMeter } from './api-usage.ts';
import { resolveCollectors } from './live-collectors.ts';
import { isRequested, parseGrants, findMissingGrantReason, type Grant } from '../../facts/optional-grants.ts';
import { withDependencies } from '../permissions/needed.ts';
import { printable } from '../../syntax/printable.ts';
import type { Readings } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { CallRecord } from '../../sources/kube/contract.ts';
import { settle, untilStopped, valueOrThrow } from '../../sources/stop.ts';

/** The options of a scan for which a cluster is named. */
type NamedOptions = ScanOptions & { cluster: string };

/** An inventory that was just taken. */
export interface LiveInventory extends Inventory {
  apiUsage: NonNullable<Report['apiUsage']>;
  /** The milliseconds until `--timeout`. */
  left: () => number;
}

/** What is to be read, and how. */
interface Needs {
  collectors: Collectors;
  needed: ReadonlySet<FactName>;
  plugins?: { facts: PluginFacts };
}

/**
 * Reads the facts of a live cluster, all at the same time. A fact that `--timeout` cuts off has a reading with that
 * reason.
 * @param load called once the first connection is open, so that loading takes no extra time
 * @param kept credentials of earlier looks of this command
 * @throws ScanError if the cluster cannot be described, is not the one that was named, or the API server is not the
 *   cluster's: the scan cannot run
 */
export async function readLive(
  load: () => Promise<Needs>,
  given: Settings,
  io: Io,
  kept?: KeptCredentials,
): Promise<LiveInventory> {
  const options = requireConnection(given);
  const grants = parseGrants(options.with ?? []);
  const takenAt = io.now().toISOString();
  const deadline = startDeadline(options.timeout, io.signal);
  const meter = createUsageMeter();
  try {
    const { readings, needed, plugins } = await readUntil(deadline, load, grants, options, io, { meter, kept });
    if (deadline.passed()) io.stderr(cutLine(readings));
    requireCluster(readings, options, 'what was read');
    return {
      takenAt,
      ...toReadUntil(takenAt, io.now()),
      readings: withUnrequested(readings, needed, plugins),
      apiUsage: meter.total(),
      left: deadline.left,
    };
  } catch (error) {
    throw deadline.passed() ? beforeTheCluster(error) : error;
  } finally {
    deadline.end();
    if (options.verbose === true) io.stderr(`${formatUsage(meter.total())}\n`);
  }
}

/** Opens the sources, reads the needed facts whose grants were requested, and closes the sources. */
async function readUntil(
  deadline: Deadline,
  load: () => Promise<Needs>,
  grants: readonly Grant[],
  options: NamedOptions,
  io: Io,
  { meter, kept }: { meter: UsageMeter; kept: KeptCredentials | undefined },
): Promise<{ readings: Readings; needed: ReadonlySet<FactName>; plugins: PluginFacts | undefined }> {
  const { signal } = deadline;
  const firstConnection = createOnceEvent();
  const progress = createProgress(io, options.verbose === true);
  let sources: Awaited<ReturnType<typeof connect>> | undefined;
  try {
    sources = await connect(options, {
      ...toConnectEnvironment(options, io, meter),
      kept,
      signal,
      onConnection: firstConnection.fire,
      watch: progress,
    });
    const described = settle(sources.aws.describeCluster());
    // Load nothing more before the first connection is open, and nothing if there is none.
    const early = await Promise.race([firstConnection.fired, described]);
    if (early !== undefined) valueOrThrow(early);
    const [{ collect }, { collectors, needed, plugins }] = await Promise.all([
      import('../../collectors/collect.ts'),
      load(),
    ]);
    const toRead = new Set([...needed].filter((fact) => isRequested(fact, grants, plugins?.facts)));
    const above = { ...io, stderr: progress.print };
    const resolved = await resolveCollectors(collectors, { options, grants, deadline, io: above });
    const begun = { collect, collectors: resolved, toRead, sources, described, signal, progress };
    const readings = await readFacts(begun, options);
    return { readings, needed, plugins: plugins?.facts };
  } finally {
    progress.end();
    sources?.close();
  }
}

/**
 * Refuses options that name no cluster, or several connections to it.
 * @throws ScanError (`usage`)
 */
export function requireConnection({ cluster, ...options }: Settings): Settings & NamedOptions {
  if (cluster === undefined || cluster === '') throw noCluster();
  const named = { ...options, cluster };
  refuseMixedConnections(named);
  return named;
}

function toConnectEnvironment(
  { verbose }: ScanOptions,
  io: Io,
  meter: UsageMeter,
): Pick<Environment, 'env' | 'userAgent' | 'log' | 'beside'> {
  const log = (record: CallRecord): void => {
    meter.add(record);
    if (verbose === true) io.stderr(callLine(record));
  };
  const beside = io.starter === undefined ? undefined : joinOthers(io.starter);
  return { env: io.env, userAgent: `eks-preflight/${io.version}`, log, beside };
}

/** An event that happens once, and a promise of it. */
function createOnceEvent(): { fire: () => void; fired: Promise<void> } {
  let fire = (): void => undefined;
  const fired = new Promise<void>((resolve) => (fire = resolve));
  return { fire: () => fire(), fired };
}

/** A scan in progress. `described` never rejects, so it cannot crash the process if it is not awaited. */
interface Begun {
  collect: typeof collect;
  collectors: Collectors;
  /** The needed facts, without those whose grant was not requested. */
  toRead: ReadonlySet<FactName>;
  sources: Sources;
  described: Promise<PromiseSettledResult<unknown>>;
  signal: AbortSignal;
  progress: Progress;
}

/**
 * Takes all readings.
 * @throws ScanError if the cluster cannot be described, or the named API server is another cluster's
 */
async function readFacts(scan: Begun, options: ScanOptions): Promise<Readings> {
  const { collect, collectors, toRead, sources, described, signal, progress } = scan;
  progress.start(withDependencies(collectors, toRead).size);
  // Started before the cluster is described: facts that need it wait for it, the others do not.
  const collecting = collect(collectors, builtUponFirst(collectors, toRead), sources, progress.done, signal);
  valueOrThrow(await described);
  if (hasExplicitConnection(options)) await verifyConnection(sources, signal);
  const readings = await collecting;
  if (readings.cluster?.ok === false) throw new ScanError(readings.cluster.reason);
  return readings;
}

/** Throws if the connection fails, except at the time limit: then only the Kubernetes facts fail, not those of AWS. */
async function verifyConnection({ kube }: Sources, signal: AbortSignal): Promise<void> {
  const proven = await settle(untilStopped(signal, kube));
  const isOutOfTime = proven.status === 'rejected' && signal.aborted && proven.reason instanceof ScanError;
  if (!isOutOfTime || proven.reason.reason.kind !== 'time-out') valueOrThrow(proven);
}

/** True if the user names the connection to the API server: the scan fails if it leads to another cluster. */
function hasExplicitConnection({ inCluster, kubeconfig, context }: ScanOptions): boolean {
  return inCluster === true || kubeconfig !== undefined || context !== undefined;
}

/** Adds a reading for each needed fact whose grant was not requested. */
function withUnrequested(
  readings: Readings,
  needed: ReadonlySet<FactName>,
  plugins: PluginFacts | undefined,
): Readings {
  const unrequested = [...needed].flatMap((fact) => {
    const reason = fact in readings ? undefined : findMissingGrantReason(fact, plugins);
    return reason === undefined ? [] : [[fact, { ok: false, reason }] as const];
  });
  return Object.fromEntries([...Object.entries(readings), ...unrequested].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Sorts facts: those that others read, those that read others, the rest. Only a few lists of an API server are
 * requested at a time, so those that other facts wait for come first.
 */
function builtUponFirst(collectors: Collectors, toRead: ReadonlySet<FactName>): FactName[] {
  const below = new Set([...toRead].flatMap((name) => collectors[name].from ?? []));
  const rank = (name: FactName): number => (below.has(name) ? 0 : collectors[name].from === undefined ? 2 : 1);
  return [...toRead].sort((a, b) => rank(a) - rank(b));
}

/** The line for stderr about the facts that the time limit cut off. */
function cutLine(readings: Inventory['readings']): string {
  const all = Object.entries(readings);
  const cut = all.filter(([, reading]) => isCut(reading)).map(([name]) => name);
  if (cut.length === 0) return '';
  return `eks-preflight: time limit reached (--timeout): ${cut.length} of ${all.length} facts were not read, or only in part: ${cut.join(', ')}\n`;
}

function isCut(reading: Inventory['readings'][FactName] & {}): boolean {
  const reasons = reading.ok ? (reading.gaps ?? []).map(({ reason }) => reason) : [reading.reason];
  return reasons.some(({ kind }) => kind === 'time-out');
}

function beforeTheCluster(error: unknown): unknown {
  if (!(error instanceof ScanError) || error.reason.kind !== 'time-out') return error;
  return new ScanError({ ...error.reason, message: `${error.reason.message}, before the cluster was described` });
}

function callLine({ source, call, outcome, milliseconds }: CallRecord): string {
  return `${printable(`${source} ${call}: ${outcome}, ${Math.round(milliseconds)} ms`)}\n`;
}
