import { formatCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { stopLabels } from '../../report/blocks.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { buildEntryShort, entryResource } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { bareWhen, changeWord } from '../../report/step-text.ts';
import { listNamespaces, nameOwners, namespacesText } from '../../report/who-acts.ts';
import { EntryBody } from './entry.tsx';
import { factWords } from './fact-words.ts';
import { levelWord } from './icons.tsx';
import { isLater, LaterNote, manyEntries } from './later.tsx';

interface Listed {
  report: Report;
  entries: readonly NumberedEntry[];
}

/** Every entry in the order of the numbers, under its level. The script of the page puts its filter into `#filter`. */
export function Entries({ report, entries }: Listed) {
  const ownerOf = nameOwners(report);
  const isMany = entries.length > manyEntries;
  const byLevel = grouped(entries, ({ findings: [first] }) => first.level);
  return (
    <section class="todo" id="todo" aria-labelledby="todo-heading" tabIndex={-1}>
      <h2 id="todo-heading">Entries</h2>
      {entries.length === 0 && (
        <p class="note">No judged check requires action before the {changeWord(report.steps)}.</p>
      )}
      <div id="filter" />
      <LaterNote entries={entries} />
      {[...byLevel].map(([level, own]) => (
        <section key={level} class="level-group" id={`level-${level}`} aria-labelledby={`heading-${level}`} data-group>
          <h3 id={`heading-${level}`}>{groupName(level, own.length)}</h3>
          <Heads level={level} />
          <div class={isMany ? 'lists is-many' : 'lists'}>
            {inLists(own, isMany).map((list, index) => (
              <ol key={index}>
                {list.map((entry) => (
                  <EntryItem key={entry.number} entry={entry} report={report} owner={ownerOf(entry)} isMany={isMany} />
                ))}
              </ol>
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

/** `Blocker` for one entry, otherwise `Blockers`; `Unknown` for any number. */
function groupName(level: NumberedEntry['findings'][0]['level'], count: number): string {
  const word = levelWord(level);
  return level === 'unknown' ? word : formatCount(count, word).replace(/^\d+ /, '');
}

/** The heads of the columns, for those who see columns. */
function Heads({ level }: { level: string }) {
  return (
    <p class="heads" aria-hidden="true">
      <span>problem</span>
      <span>resource</span>
      <span>owner</span>
      <span>{level === 'unknown' ? '' : 'stops'}</span>
      <span>when</span>
    </p>
  );
}

/** The number of entries per list on a large page. */
const listLength = 25;

/** A browser lays out only the visible lists of a large page: in one long list it would have to look at each entry. */
function inLists(entries: readonly NumberedEntry[], isMany: boolean): (readonly NumberedEntry[])[] {
  if (!isMany) return [entries];
  const count = Math.ceil(entries.length / listLength);
  return Array.from({ length: count }, (_, at) => entries.slice(at * listLength, (at + 1) * listLength));
}

interface Item {
  entry: NumberedEntry;
  report: Report;
  owner: string;
  isMany: boolean;
}

/**
 * An entry. A large page has thousands, so the style sheet adds their icons and the words before their columns, not the
 * HTML.
 */
function EntryItem({ entry, report, owner, isMany }: Item) {
  const { number, findings } = entry;
  const [{ level }] = findings;
  const areas = new Set(findings.map(({ check }) => check.split('/')[0]));
  const namespaces = listNamespaces(findings);
  const isApart = isMany && isLater(number);
  return (
    <li
      id={findings[0].fingerprint}
      class="entry"
      value={number}
      data-level={level}
      data-areas={[...areas].join('\n')}
      data-namespaces={namespaces.join('\n') || undefined}
    >
      <details id={`entry-${number}`} data-later={isApart ? '' : undefined}>
        <summary>
          <span class="number">{number}</span>
          <span class="level">{levelWord(level)}</span>
          <span class="title">{buildEntryShort(findings)}</span>
          <span class="resource">
            {entryResource(findings, factWords)}
            {namespaces.length > 1 && <span class="namespaces">{namespacesText(entry)}</span>}
          </span>
          <span class="owner">{owner}</span>
          <span class="stops">{level === 'unknown' ? '' : stopLabels(entry).join(', ')}</span>
          <span class="when">{bareWhen(findings[0].at)}</span>
        </summary>
        {!isApart && <EntryBody entry={entry} report={report} />}
      </details>
    </li>
  );
}
