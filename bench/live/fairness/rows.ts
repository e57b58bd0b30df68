import { toSpread } from '../../rounds.ts';
import type { Sent } from './competitor.ts';
import type { Client } from './level.ts';
import { add, quantile, total, type Series } from './metrics.ts';

/** One run of a subject beside the competitor. */
export interface Round {
  /** The subject's time in milliseconds. */
  wall: number;
  sent: readonly Sent[];
  /** The most seats that were seen: of the scanner, and of all clients of the level. */
  ours: number;
  all: number;
  /** What the API server counted meanwhile. */
  series: Series;
}

const columns = [
  'beside the competitor',
  'seconds',
  'our requests',
  'seats of one',
  'most seats of ours',
  'of all',
  'rejected: ours',
  "the competitor's",
  'its waiting: mean ms',
  'p99 ms',
  'its answers: p50 ms',
  'p99 ms',
  "API server's CPU s",
  'within the limit: mean',
  'p99',
];

/** The rows of all subjects as a Markdown table; `nothing` are the rounds in which only the competitor ran. */
export function buildTable(rows: ReadonlyMap<string, readonly Round[]>, nothing: readonly Round[]): string {
  const lines = [...rows].map(([name, rounds]) => [name, ...buildCells(rounds, nothing)]);
  return [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** One round in a line. */
export function roundText(name: string, round: Round): string {
  const { mean, p99, rejected } = measureCompetitor([round]);
  const waits = `waits ${mean.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, ${rejected} rejected`;
  return `${name}: ${(round.wall / 1000).toFixed(2)} s, ${round.ours} of ${round.all} seats; the competitor ${waits}`;
}

function buildCells(rounds: readonly Round[], nothing: readonly Round[]): string[] {
  const series = add(rounds.map((round) => round.series));
  const competitor = measureCompetitor(rounds);
  const alone = measureCompetitor(nothing);
  const { rejected, sent, mean, p99 } = competitor;
  const verdict = (ms: number, aloneMs: number): string =>
    rounds === nothing ? '' : rejected === 0 && isNearly(ms, aloneMs) ? 'yes' : 'no';
  const requests = of('scanner', series, 'work_estimated_seats_count');
  const cpu = total(series, 'process_cpu_seconds_total', {}) - cpuPerRequest(nothing) * sent;
  const answers = rounds.flatMap((round) => round.sent.map(({ ms }) => ms)).toSorted((a, b) => a - b);
  return [
    (toSpread(rounds.map(({ wall }) => wall)).median / 1000).toFixed(2),
    (requests / rounds.length).toFixed(0),
    requests === 0 ? '' : (of('scanner', series, 'work_estimated_seats_sum') / requests).toFixed(1),
    String(Math.max(...rounds.map(({ ours }) => ours))),
    String(Math.max(...rounds.map(({ all }) => all))),
    String(of('scanner', series, 'rejected_requests_total')),
    `${rejected} of ${sent}`,
    mean.toFixed(1),
    p99.toFixed(0),
    (answers[Math.floor(answers.length * 0.5)] ?? NaN).toFixed(1),
    (answers[Math.floor(answers.length * 0.99)] ?? NaN).toFixed(0),
    (cpu / rounds.length).toFixed(2),
    verdict(mean, alone.mean),
    verdict(p99, alone.p99),
  ];
}

/** The competitor's requests, how many of them did not get status 200, and their waiting in milliseconds. */
function measureCompetitor(rounds: readonly Round[]) {
  const series = add(rounds.map((round) => round.series));
  const sent = rounds.flatMap((round) => round.sent);
  const wait = 'request_wait_duration_seconds';
  const labels = { flow_schema: 'competitor' };
  return {
    sent: sent.length,
    rejected: sent.filter(({ status }) => status !== 200).length,
    mean: (1000 * of('competitor', series, `${wait}_sum`)) / of('competitor', series, `${wait}_count`),
    p99: 1000 * quantile(series, `apiserver_flowcontrol_${wait}`, labels, 0.99),
  };
}

/** At most 1.2 times as long, or 10 ms longer. */
function isNearly(ms: number, aloneMs: number): boolean {
  return ms <= Math.max(aloneMs * 1.2, aloneMs + 10);
}

function of(client: Client, series: Series, name: string): number {
  return total(series, `apiserver_flowcontrol_${name}`, { flow_schema: client });
}

/** What the API server takes for a request of the competitor and all that runs beside it, in seconds. */
function cpuPerRequest(nothing: readonly Round[]): number {
  const requests = nothing.reduce((sum, { sent }) => sum + sent.length, 0);
  return total(add(nothing.map(({ series }) => series)), 'process_cpu_seconds_total', {}) / requests;
}
