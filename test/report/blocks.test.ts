import { describe, expect, it } from 'vitest';
import { reportText } from '../../src/formats/text/text.ts';
import { reportMarkdown } from '../../src/formats/markdown/markdown.ts';
import { stopLabels } from '../../src/report/blocks.ts';
import { numberedEntries } from '../../src/report/entries.ts';
import { judged, parseTargets, readStoredInventory } from '../judge/judge-stored.ts';

/** An entry of several findings says everything that they stop, with the same words in each place. */
describe('an entry that stops the control plane and new nodes', () => {
  const report = judged(readStoredInventory('demo'), parseTargets('demo'));
  const lines = reportText(report, { columns: 80, color: false, all: false }).then((text) =>
    text.trimEnd().split('\n'),
  );

  it('says both, what matters most first; another entry says one', () => {
    const [first, second] = numberedEntries(report);
    expect([first, second].map((one) => one && stopLabels(one))).toEqual([
      ['control plane', 'new nodes'],
      ['control plane'],
    ]);
  });

  it('in the details, in the last table and in Markdown', async () => {
    expect((await lines).join(' ').replaceAll(/\s+/g, ' ')).toContain(
      'nodes/amazon-linux-2 and 2 more, now, stops the control plane update and new nodes',
    );
    const row = (await lines).findIndex((line) => line.startsWith('  1  control plane  kubelet'));
    expect((await lines)[row + 1]).toMatch(/^ {5}and new nodes/);
    expect(reportMarkdown(report)).toContain('| control plane, new nodes |');
  });

  it('keeps the last screen within 24 lines', async () => {
    const end = (await lines).slice(-24);
    expect(end.findIndex((line) => line.startsWith('Blockers ('))).toBeGreaterThanOrEqual(0);
  });
});
