/** A metric of Prometheus' text exposition format. */
export interface Metric {
  name: string;
  /** One sentence. */
  help: string;
  samples: readonly Sample[];
}

/** A value, with the labels that distinguish it from the metric's others. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** A date is the beginning of its day, UTC. No sample if there is no time. */
export function timeSample(labels: Sample['labels'], text: string | null): Sample[] {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? [] : [{ labels, value: time / 1_000 }];
}

/** Gauges in text exposition format 0.0.4. A metric without samples is left out. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} gauge`,
      ...samples.map(({ labels, value }) => `${name}${labelsText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function labelsText(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
