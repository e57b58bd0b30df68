import { describe, expect, it } from 'vitest';
import { reportHtml } from '../../src/formats/html/html.tsx';
import { reportMarkdown } from '../../src/formats/markdown/markdown.ts';
import type { Report } from '../../src/report/schema.ts';
import { judged, readStoredInventory } from '../judge/judge-stored.ts';

/** How reports show the time in which EKS can roll back. The report is judged on 2026-11-20 at 12:00 UTC. */

type Rollback = NonNullable<Report['rollback']>;
const healthy = judged(readStoredInventory('healthy'), {});

function reportWith(rollback: Partial<Rollback> | undefined): Report {
  const { rollback: _, ...report } = healthy;
  return rollback === undefined
    ? report
    : { ...report, rollback: { open: true, to: '1.32', until: null, closedBy: [], ...rollback } };
}

/** The words and the width of the bar; undefined if the page shows no window. */
function shownIn(html: string): { words: string; width: string } | undefined {
  const [, part] = /<div class="rollback[^"]*">(.*?)<\/div>/s.exec(html) ?? [];
  if (part === undefined) return undefined;
  const words = part.replace(/<svg.*<\/svg>/s, '').replaceAll(/<[^>]+>/g, '');
  return { words: words.trim(), width: /class="value" width="([^"]+)"/.exec(part)?.[1] ?? '' };
}

const at = (moment: string) => `2026-11-${moment}:00.000Z`;

describe('the rollback window on the page', () => {
  it.each<[string, Partial<Rollback> | undefined, ReturnType<typeof shownIn>]>([
    [
      'open',
      { until: at('26T11:59') },
      { words: 'Rollback to 1.32: 5 days left, at least until 2026-11-26 11:59 UTC', width: '71%' },
    ],
    [
      'open, on the last day',
      { until: at('21T11:59') },
      { words: 'Rollback to 1.32: less than a day left, at least until 2026-11-21 11:59 UTC', width: '3%' },
    ],
    [
      'open until the support of the version ends',
      { until: '2026-11-22' },
      { words: 'Rollback to 1.32: 1 day left, until 2026-11-22', width: '14%' },
    ],
    [
      'blocked',
      { open: false, until: at('27T12:00'), closedBy: ['nodes'] },
      { words: 'Rollback to 1.32: blocked now, 7 days left, at least until 2026-11-27 12:00 UTC', width: '100%' },
    ],
    [
      'unknown',
      { open: null, until: at('23T12:00') },
      {
        words: 'Rollback to 1.32: unknown whether it is possible, 3 days left, at least until 2026-11-23 12:00 UTC',
        width: '43%',
      },
    ],
    ['perhaps over', { open: null, until: at('20T11:00') }, undefined],
    ['running', { open: false }, undefined],
    ['none', { open: false, to: null }, undefined],
    ['a report that does not say', undefined, undefined],
  ])('%s', (_name, rollback, shown) => {
    expect(shownIn(reportHtml(reportWith(rollback)))).toEqual(shown);
  });

  it('is one line in Markdown', () => {
    const text = reportMarkdown(reportWith({ until: at('26T11:59') }));
    expect(text.match(/EKS can roll back to 1\.32 at least/g)).toHaveLength(1);
    expect(text).toContain('EKS can roll back to 1.32 at least until 2026-11-26 11:59 UTC.');
  });
});
