import { describe, expect, it } from 'vitest';
import { reportText } from '../../src/formats/text/text.ts';
import { judged, readStoredInventory } from '../judge/judge-stored.ts';

/** What a report of a rollback says if its data is old: it was taken on 2026-11-20, the window ends on 2026-11-25. */

async function textAt(now: string | undefined, options: Parameters<typeof judged>[1]): Promise<string> {
  const report = judged(readStoredInventory('rollback-open'), options);
  const text = await reportText(report, { columns: 80, color: false, all: false, now });
  return text.replaceAll(/\s+/g, ' ');
}

describe('the data of a rollback', () => {
  it('is named as old when the window may have closed, also in what comes first', async () => {
    const text = await textAt('2026-11-29T23:00:00.000Z', { rollback: true });
    expect(text).toContain('The data is 9 days old; the window may have closed: collect again before you roll back.');
    expect(text).toContain(
      'First: collect again: the data is 9 days old, and the window may have closed. Then follow the plan.',
    );
  });

  it('is named as old after a day, while the window is open', async () => {
    const text = await textAt('2026-11-22T12:00:00.000Z', { rollback: true });
    expect(text).toContain('The data is 2 days old: collect again before you roll back.');
    expect(text).toContain('First: collect again: the data is 2 days old. Then follow');
  });

  it.each([['2026-11-20T13:00:00.000Z'], [undefined]])(
    'is not named on the day, nor without a clock: %s',
    async (now) => {
      const text = await textAt(now, { rollback: true });
      expect(text).not.toContain('The data is');
      expect(text).toMatch(/First: task \d of \d, Roll back the control plane to 1\.34\. This begins it:/);
    },
  );

  it('is named beside a window that may have closed, where an update is judged', async () => {
    const late = await textAt('2026-11-29T23:00:00.000Z', {});
    expect(late).toContain('The data is 9 days old; the window may have closed: collect again before you roll back.');
    expect(await textAt('2026-11-22T12:00:00.000Z', {})).not.toContain('The data is');
  });
});
