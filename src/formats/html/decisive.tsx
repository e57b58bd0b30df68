import { blocksText } from '../../report/blocks.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import { bareWhen } from '../../report/step-text.ts';
import { Icon } from './icons.tsx';

interface Listed {
  entries: readonly NumberedEntry[];
}

/** As many lines as the first screen of the text report has for them. */
const most = { fail: 10, unknown: 5 } as const;

/** What decides the verdict, a line each on the first screen, in the order of the numbers; each leads to its entry. */
export function Decisive({ entries }: Listed) {
  return (
    <>
      <Lines level="fail" heading="Blockers" entries={entries} />
      <Lines level="unknown" heading="Unknown" entries={entries} />
    </>
  );
}

function Lines({ level, heading, entries }: Listed & { level: keyof typeof most; heading: string }) {
  const own = entries.filter(({ findings: [first] }) => first.level === level);
  if (own.length === 0) return null;
  const rest = own.length - most[level];
  const id = `decisive-${level}`;
  return (
    <section class="decisive" aria-labelledby={id}>
      <h2 id={id}>
        {heading} ({own.length})
      </h2>
      <ol>
        {own.slice(0, most[level]).map(({ number, findings }) => (
          <li key={number} value={number}>
            <a href={`#entry-${number}`}>
              <span class="number">{number}</span>
              <Icon name={level} />
              <span class="title">{buildEntryTitle(findings)}</span>
              <span class="stops">{level === 'unknown' ? '' : `stops ${blocksText(findings[0].blocks)}`}</span>
              <span class="when">{bareWhen(findings[0].at)}</span>
            </a>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <p class="note">
          <a href="#todo">and {rest} more</a>
        </p>
      )}
    </section>
  );
}
