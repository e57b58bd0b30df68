import { expect } from 'vitest';
import type { Report } from '../../src/report/schema.ts';

const sampleLine = /^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)*)\} (-?\d+(?:\.\d+)?)$/;

/**
 * Expects the Prometheus text format: each metric is declared once, before its samples, and no series occurs twice.
 * test/live runs promlint.
 */
export function expectExposition(text: string, report: Report): void {
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  const series = new Map<string, number>();
  const declaredMetrics = new Set<string>();
  let metric = '';
  for (const [index, line] of lines.entries()) {
    const [, helped] = /^# HELP ([a-z_]+) \S.*\.$/.exec(line) ?? [];
    if (helped !== undefined) {
      expect([declaredMetrics.has(helped), lines[index + 1]]).toEqual([false, `# TYPE ${helped} gauge`]);
      declaredMetrics.add(helped);
      metric = helped;
    } else if (!line.startsWith('# TYPE ')) {
      const [, name, labels = '', value] = sampleLine.exec(line) ?? [];
      expect(name, line).toBe(metric);
      expect(labels).toMatch(/^cluster="[^]*",region="[^]*",account="/);
      expect(series.has(`${name}{${labels}}`), line).toBe(false);
      series.set(`${name}{${labels}}`, Number(value));
    }
  }
  const sum = (start: string) =>
    [...series].reduce((total, [key, value]) => total + (key.startsWith(`${start}{`) ? value : 0), 0);
  expect(sum('eks_preflight_verdict')).toBe(1);
  expect(sum('eks_preflight_exit_code')).toBe(report.exitCode);
  expect(sum('eks_preflight_findings')).toBe(report.results.flatMap(({ findings }) => findings).length);
}
