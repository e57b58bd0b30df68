import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { formatNames, renderReport, type FormatName } from '../../src/formats/formats.ts';
import type { Report } from '../../src/report/schema.ts';
import { parseOutcomes } from '../formats/junit.ts';
import { readStoredInventory, judged, parseTargets } from '../judge/judge-stored.ts';
import { storedNames } from '../world/stored.ts';

/** A scan of some checks is never ready, in any format: it says nothing about the other checks. */

const layout = { columns: 100, color: false, all: true };

/** How each format states that the cluster, a step or the gate is ready, or what to do in order. */
const claims: { readonly [Name in FormatName]: RegExp } = {
  text: /\bREADY\b|READY, exit|^First: task |^All tasks: /m,
  json: /"(?:verdict|result)": "ready"|"plan": \{/,
  markdown: /\bREADY\b|\| ready \||READY, exit|^### Plan/m,
  html: /\bREADY\b|\bis-ready\b|READY, exit|class="state">can be|>Plan<|>First: task /,
  junit: /\bREADY\b|READY, exit/,
  sarif: /\bREADY\b|"verdict": "ready"/,
  github: /\bREADY\b|READY, exit/,
  prometheus: /verdict="ready"\} 1$/m,
};

/** The page without its style and its script, which name every class. */
function withoutStyleAndScript(text: string): string {
  return text.replaceAll(/<(style|script)>[\s\S]*?<\/\1>/g, '');
}

/**
 * The combinations that were rendered. Each combination of check, status and levels is rendered once for all scenarios;
 * each combination of status, levels, gate and steps is rendered once for each scenario.
 */
const rendered = new Set<string>();

function isNew(scenario: string, { id, report }: Alone): boolean {
  const { results, exitCode, gate, steps, now } = report;
  const own = results.find((result) => result.id === id);
  const levels = [...new Set(own?.findings.map(({ level, at }) => `${level} ${at === null ? 'now' : 'later'}`))].sort();
  const ending = [own?.status, own?.skipped, levels.join(), own?.missing.length === 0];
  const head = [exitCode, gate.result, now.after > 0, ...steps.map(({ verdict }) => verdict)];
  const keys = [JSON.stringify([id, ...ending]), JSON.stringify([scenario, ...ending, ...head])];
  return keys.filter((key) => !rendered.has(key)).map((key) => rendered.add(key)).length > 0;
}

interface Alone {
  id: string;
  report: Report;
}

describe.each(storedNames())('one check alone: %s', (name) => {
  const inventory = readStoredInventory(name);
  const alone = checks.map(({ id }): Alone => ({
    id,
    report: judged(inventory, { ...parseTargets(name), only: [id] }),
  }));
  const reports = alone.map(({ report }) => report);
  const partial = reports.filter(({ verdict }) => verdict === 'partial');
  const differing = alone.filter(({ report }) => report.verdict === 'partial').filter((one) => isNew(name, one));

  it('is never ready', () => {
    const ready = reports.filter(({ verdict, gate, steps }) =>
      [verdict, gate.result, ...steps.map((step) => step.verdict)].includes('ready'),
    );
    expect(ready).toEqual([]);
    expect(partial.filter(({ plan }) => plan !== null)).toEqual([]);
    expect(partial.filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
  });

  it.each(formatNames)('says so as %s', async (format) => {
    for (const { report } of differing) {
      const text = withoutStyleAndScript(await renderReport(report, format, layout));
      expect(claims[format].exec(text)).toBeNull();
      if (format === 'junit') expect(parseOutcomes(text)['gate']).toBe('skipped');
      if (format === 'prometheus') expect(text).toMatch(/verdict="partial"\} 1$/m);
      else if (format !== 'json')
        expect(text).toMatch(/PARTIAL:? +prod [^\n]*(?:\n +[^\n]*)?readiness\s+is\s+not\s+judged/);
    }
  });
});
