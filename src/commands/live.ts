import type { Collectors } from '../collect.ts';
import { connect, refuseMixedRoads } from '../connect.ts';
import { startDeadline } from '../deadline.ts';
import type { FactName } from '../facts.ts';
import type { Inventory } from '../inventory.ts';
import type { Io } from '../io.ts';
import type { ScanOptions } from '../options.ts';
import { isAskedFor, parseGrants, reasonNotAsked } from '../optional-facts.ts';
import { withDependencies } from '../permissions.ts';
import { printable } from '../printable.ts';
import type { Readings } from '../reading.ts';
import { SourceError, usageError, type Reason } from '../reason.ts';
import type { CallRecord } from '../sources/kube.ts';

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
export async function readLive(load: () => Promise<Needs>, options: ScanOptions, io: Io): Promise<Inventory> {
  const { cluster } = options;
  const grants = parseGrants(options.with ?? []);
  if (cluster === undefined || cluster === '') {
    throw usageError('no cluster named', 'Pass --cluster NAME, or set EKS_PREFLIGHT_CLUSTER.');
  }
  refuseMixedRoads({ ...options, cluster });
  const takenAt = io.now().toISOString();
  const log = options.verbose === true ? (record: CallRecord) => io.stderr(callLine(record)) : () => undefined;
  const deadline = startDeadline(options.timeout, io.signal);
  const { signal } = deadline;
  let asked = (): void => undefined;
  const beingAsked = new Promise<void>((resolve) => (asked = resolve));
  const environment = { env: io.env, userAgent: `eks-preflight/${io.version}`, log, signal, onRequest: () => asked() };
  const sources = await connect({ ...options, cluster }, environment);
  let progress: ProgressLine | undefined;
  try {
    const described = sources.aws.describeCluster();
    await Promise.race([beingAsked, described.catch(() => undefined)]);
    const [{ collect }, { collectors, needed: wanted }] = await Promise.all([import('../collect.ts'), load()]);
    const needed = new Set([...wanted].filter((fact) => isAskedFor(fact, grants)));
    progress = progressLine(io, withDependencies(collectors, needed).size, options.verbose === true);
    // Begun before the cluster is known: what needs it waits for it, and the rest is under way meanwhile.
    const collecting = collect(collectors, builtUponFirst(collectors, needed), sources, progress.done, signal);
    await described;
    if (options.inCluster === true || options.kubeconfig !== undefined || options.context !== undefined)
      await sources.kube();
    const readings = await collecting;
    if (readings.cluster?.ok === false) throw new SourceError(readings.cluster.reason as Reason);
    progress.end();
    if (deadline.passed()) io.stderr(cutLine(readings));
    return { takenAt, readings: withUnasked(readings, wanted) };
  } catch (error) {
    throw deadline.passed() ? beforeTheCluster(error) : error;
  } finally {
    deadline.end();
    progress?.end();
    sources.close();
  }
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
  const cut = all.filter(([, reading]) => !reading.ok && reading.reason.kind === 'time-out').map(([name]) => name);
  return `eks-preflight: the time is over (--timeout): ${cut.length} of ${all.length} facts not read: ${cut.join(', ')}\n`;
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
