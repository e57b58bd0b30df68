import type { LiveCluster } from '../../../test/live/cluster.ts';

/** Values of an API server's metrics by series: `name{labels}`. */
export type Series = ReadonlyMap<string, number>;

/** Reads the metrics of priority and fairness, and of the process. */
export async function readSeries(live: LiveCluster): Promise<Series> {
  const { status, body } = await live.admin('GET', '/metrics');
  if (status !== 200) throw new Error(`GET /metrics: ${status}`);
  const lines = String(body).matchAll(/^((?:apiserver_flowcontrol_|process_)\S*?(?:\{.*\})?) (\S+)$/gm);
  return new Map(Array.from(lines, ([, series = '', value]) => [series, Number(value)]));
}

/** What was added between two readings. */
export function subtract(after: Series, before: Series): Series {
  return new Map([...after].map(([series, value]) => [series, value - (before.get(series) ?? 0)]));
}

/** The sum over several readings' differences. */
export function add(all: readonly Series[]): Series {
  const sums = new Map<string, number>();
  for (const one of all) for (const [series, value] of one) sums.set(series, (sums.get(series) ?? 0) + value);
  return sums;
}

/** The sum of a metric's series with these labels. */
export function total(series: Series, name: string, labels: Readonly<Record<string, string>>): number {
  return matching(series, name, labels).reduce((sum, [, value]) => sum + value, 0);
}

/** A quantile of a histogram, interpolated within its bucket as Prometheus does. */
export function quantile(series: Series, name: string, labels: Readonly<Record<string, string>>, rank: number): number {
  const counts = new Map<number, number>();
  for (const [text, value] of matching(series, `${name}_bucket`, labels)) {
    const limit = Number(/le="([^"]+)"/.exec(text)?.[1]?.replace('+Inf', 'Infinity'));
    counts.set(limit, (counts.get(limit) ?? 0) + value);
  }
  const buckets = [...counts].toSorted(([a], [b]) => a - b);
  const wanted = (buckets.at(-1)?.[1] ?? 0) * rank;
  let [low, below] = [0, 0];
  for (const [limit, count] of buckets) {
    if (count >= wanted) {
      if (limit === Infinity || count === below) return low;
      return low + ((limit - low) * (wanted - below)) / (count - below);
    }
    [low, below] = [limit, count];
  }
  return NaN;
}

function matching(series: Series, name: string, labels: Readonly<Record<string, string>>): [string, number][] {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return [...series].filter(
    ([text]) => text.replace(/\{.*/, '') === name && wanted.every((label) => text.includes(label)),
  );
}
