import type { collect, Collectors } from '../collectors/collect.ts';
import type { Sources } from '../sources/sources.ts';
import { connect, refuseMixedRoads, type Environment } from '../sources/connect.ts';
import { startDeadline } from './deadline.ts';
import type { FactName } from '../facts/facts.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Io } from './io.ts';
import type { ScanOptions } from './options/options.ts';
import { isAskedFor, parseGrants, reasonNotAsked } from '../facts/grants.ts';
import { withDependencies } from '../permissions/needed.ts';
import { printable } from '../languages/printable.ts';
import type { Readings } from '../facts/reading.ts';
import { SourceError, usageError } from '../facts/reason.ts';
import type { CallRecord } from '../sources/kube/contract.ts';
import { settle, untilStopped, valueOrThrow } from '../sources/stop.ts';

/** What is to be read, and how. */
interface Needs {
  collectors: Collectors;
  needed: ReadonlySet<FactName>;
}

/**
 * Reads the facts of a live cluster, all at the same time. What `--timeout` cuts is a reading with that reason.
 * @param load called once the cluster is being asked for: what it loads costs no time of its own
 * @throws SourceError where the cluster cannot be described or the API server is not the cluster's: the scan cannot run
 */
export async function readLive(load: () => Promise<Needs>, given: ScanOptions, io: Io): Promise<Inventory> {
  const options = { ...given, cluster: namedCluster(given) };
  const grants = parseGrants(options.with ?? []);
  refuseMixedRoads(options);
  const takenAt = io.now().toISOString();
  const deadline = startDeadline(options.timeout, io.signal);
  const firstRequest = createMoment();
  try {
    const environment = { ...environmentOf(options, io), signal: deadline.signal, onRequest: firstRequest.come };
    const sources = await connect(options, environment);
    try {
      const described = settle(sources.aws.describeCluster());
      await Promise.race([firstRequest.came, described]);
      const [{ collect }, { collectors, needed: wanted }] = await Promise.all([
        import('../collectors/collect.ts'),
        load(),
      ]);
      const needed = new Set([...wanted].filter((fact) => isAskedFor(fact, grants)));
      const scan = { collect, collectors, needed, sources, described, signal: deadline.signal };
      const readings = await readFacts(scan, options, io);
      if (deadline.passed()) io.stderr(cutLine(readings));
      return { takenAt, readings: withUnasked(readings, wanted) };
    } finally {
      sources.close();
    }
  } catch (error) {
    throw deadline.passed() ? beforeTheCluster(error) : error;
  } finally {
    deadline.end();
  }
}

function namedCluster({ cluster }: ScanOptions): string {
  if (cluster !== undefined && cluster !== '') return cluster;
  throw usageError('no cluster specified', 'Pass --cluster NAME, or set EKS_PREFLIGHT_CLUSTER.');
}

function environmentOf({ verbose }: ScanOptions, io: Io): Pick<Environment, 'env' | 'userAgent' | 'log'> {
  const log = verbose === true ? (record: CallRecord) => io.stderr(callLine(record)) : () => undefined;
  return { env: io.env, userAgent: `eks-preflight/${io.version}`, log };
}

/** Something that happens once, and can be waited for. */
function createMoment(): { come: () => void; came: Promise<void> } {
  let come = (): void => undefined;
  const came = new Promise<void>((resolve) => (come = resolve));
  return { come: () => come(), came };
}

/** A scan whose cluster is being asked for. No promise in it rejects: nobody has to be listening when the time is over. */
interface Begun extends Needs {
  collect: typeof collect;
  sources: Sources;
  described: Promise<PromiseSettledResult<unknown>>;
  signal: AbortSignal;
}

/**
 * Takes all readings.
 * @throws SourceError where the cluster is not described, or the way to its API server proves to be another's
 */
async function readFacts(scan: Begun, options: ScanOptions, io: Io): Promise<Readings> {
  const { collect, collectors, needed, sources, described, signal } = scan;
  const progress = progressLine(io, withDependencies(collectors, needed).size, options.verbose === true);
  try {
    // Begun before the cluster is known: what needs it waits for it, and the rest is under way meanwhile.
    const collecting = collect(collectors, builtUponFirst(collectors, needed), sources, progress.done, signal);
    valueOrThrow(await described);
    if (goesItsOwnWay(options)) await proveWay(sources, signal);
    const readings = await collecting;
    if (readings.cluster?.ok === false) throw new SourceError(readings.cluster.reason);
    return readings;
  } finally {
    progress.end();
  }
}

/** Time that is over before the way is proven is a matter of the Kubernetes facts: the AWS side was read. */
async function proveWay({ kube }: Sources, signal: AbortSignal): Promise<void> {
  const proven = await settle(untilStopped(signal, kube));
  const isOutOfTime = proven.status === 'rejected' && signal.aborted && proven.reason instanceof SourceError;
  if (!isOutOfTime || proven.reason.reason.kind !== 'time-out') valueOrThrow(proven);
}

/** A way to the API server that the user names is refused as a whole where it does not lead to the cluster. */
function goesItsOwnWay({ inCluster, kubeconfig, context }: ScanOptions): boolean {
  return inCluster === true || kubeconfig !== undefined || context !== undefined;
}

/** What waits for a grant that was not asked for has its reading, too. */
function withUnasked(readings: Readings, wanted: ReadonlySet<FactName>): Readings {
  const unasked = [...wanted].flatMap((fact) => {
    const reason = fact in readings ? undefined : reasonNotAsked(fact);
    return reason === undefined ? [] : [[fact, { ok: false, reason }] as const];
  });
  return Object.fromEntries([...Object.entries(readings), ...unasked].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The facts that others are built upon, those that are built upon others, the rest: an API server is asked for a few lists
 * at a time, and what comes after a list is not to wait for one that nothing comes after.
 */
function builtUponFirst(collectors: Collectors, needed: ReadonlySet<FactName>): FactName[] {
  const below = new Set([...needed].flatMap((name) => collectors[name].from ?? []));
  const rank = (name: FactName): number => (below.has(name) ? 0 : collectors[name].from === undefined ? 2 : 1);
  return [...needed].sort((a, b) => rank(a) - rank(b));
}

/** Says on stderr what the time limit cut: the report tells the rest. */
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
  if (!(error instanceof SourceError) || error.reason.kind !== 'time-out') return error;
  return new SourceError({ ...error.reason, message: `${error.reason.message}, before the cluster was described` });
}

function callLine({ source, call, outcome, milliseconds }: CallRecord): string {
  return `${printable(`${source} ${call}: ${outcome}, ${Math.round(milliseconds)} ms`)}\n`;
}

interface ProgressLine {
  done(): void;
  end(): void;
}

/** One line on stderr that counts, for a person at a terminal only. */
function progressLine(io: Io, total: number, verbose: boolean): ProgressLine {
  const shown = io.stderrIsTerminal && !verbose && io.env['CI'] === undefined && io.env['TERM'] !== 'dumb';
  if (!shown) return { done: () => undefined, end: () => undefined };
  let count = 0;
  let ended = false;
  const erase = '\r\u001B[K';
  io.stderr(`${erase}Reading 0 of ${total} facts`);
  return {
    done() {
      if (ended) return;
      count += 1;
      io.stderr(`${erase}Reading ${count} of ${total} facts`);
    },
    end() {
      if (ended) return;
      ended = true;
      io.stderr(erase);
    },
  };
}
