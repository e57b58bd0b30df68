import { renderToString } from 'preact-render-to-string';
import { deflateRawSync } from 'node:zlib';
import type { NumberedEntry } from '../../report/entries.ts';
import type { Report } from '../../report/schema.ts';
import { EntryBody } from './entry.tsx';
import { Icon } from './icons.tsx';

/**
 * A large page holds the details of its first entries as HTML, and those of the others compressed: thousands of fixes
 * are similar, and readers unfold only a few. The titles are all there as HTML.
 */

/** A page with more entries than this is large. */
export const manyEntries = 400;

/** How many entries of a large page, the most important ones, can be unfolded without its script. */
export const wholeEntries = 100;

interface Listed {
  report: Report;
  entries: readonly NumberedEntry[];
}

/** True for an entry of a large page whose evidence and fix are compressed. */
export function isLater(number: number): boolean {
  return number > wholeEntries;
}

/**
 * Shown on a large page until its script has inflated the rest. The note stays if a policy forbids the script, or if
 * the browser is too old for it.
 */
export function LaterNote({ entries }: Pick<Listed, 'entries'>) {
  if (entries.length <= manyEntries) return null;
  return (
    <p class="unseen" id="later-note">
      <Icon name="unknown" />
      <span>
        Evidence and fixes of the entries {wholeEntries + 1} to {entries.at(-1)?.number} cannot be shown here: the
        script of this page does not run, or the browser is too old for it. The JSON report contains them.
      </span>
    </p>
  );
}

/** Evidence and fixes of the later entries by number, for the script of the page. Texts of a report contain no NUL. */
export function Later({ report, entries }: Listed) {
  if (entries.length <= manyEntries) return null;
  const bodies: string[] = [];
  for (const entry of entries.filter(({ number }) => isLater(number)))
    bodies[entry.number - wholeEntries - 1] = renderToString(<EntryBody entry={entry} report={report} />);
  return (
    <script type="text/plain" id="later" data-from={wholeEntries + 1}>
      {deflateRawSync(bodies.join('\0'), { level: 9 }).toString('base64')}
    </script>
  );
}
