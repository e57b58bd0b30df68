import { formatCount } from '../../syntax/english.ts';
import { blocksText } from '../../report/blocks.ts';
import { type NumberedEntry } from '../../report/entries.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { bareWhen } from '../../report/step-text.ts';
import { groupEntriesByActor, listNamespaces, namespacesText, type Actor } from '../../report/who-acts.ts';
import { EntryBody } from './entry.tsx';
import { Icon, levelWord } from './icons.tsx';
import { isLater, LaterNote, manyEntries } from './later.tsx';

interface Listed {
  report: Report;
  entries: readonly NumberedEntry[];
}

/** Every entry under the people who can fix it. The script of the page puts its filter into `#filter`. */
export function Entries({ report, entries }: Listed) {
  const actors = groupEntriesByActor(entries, report);
  const hasNamespaces = actors.some(({ key }) => key.startsWith('namespace '));
  return (
    <section class="todo" id="todo" aria-labelledby="todo-heading" tabIndex={-1}>
      <h2 id="todo-heading">What to do, by owner ({entries.length})</h2>
      <p class="note">
        {entries.length === 0
          ? 'No judged check requires action before the update.'
          : 'All formats of this report use the same numbers.'}
        {hasNamespaces &&
          (report.teams === undefined
            ? ' Entries of application teams are grouped by namespace: this report names no teams (--team-label).'
            : ' Namespaces without the team label are listed by name.')}
      </p>
      <div id="filter" />
      <LaterNote entries={entries} />
      {actors.map((actor) => (
        <ActorGroup key={actor.key} actor={actor} report={report} isMany={entries.length > manyEntries} />
      ))}
    </section>
  );
}

/** The number of entries per list on a large page. */
const listLength = 25;

interface Group {
  actor: Actor;
  report: Report;
  isMany: boolean;
}

function ActorGroup({ actor: { key, name, entries }, report, isMany }: Group) {
  const id = `actor-${key.replaceAll(/[^\w.-]/g, '_')}`;
  const levels = ['fail', 'unknown', 'warn'] as const;
  return (
    <section class="actor" aria-labelledby={id} data-group>
      <h3>
        <span id={id}>{name}</span>
        <span class="tally">
          {levels.map((level) => {
            const count = entries.filter(({ findings: [first] }) => first.level === level).length;
            if (count === 0) return null;
            return (
              <span key={level} class={`tally-${level}`}>
                <Icon name={level} />
                {tallyText(level, count)}
              </span>
            );
          })}
        </span>
      </h3>
      <p class="heads" aria-hidden="true">
        <span>stops</span>
        <span>when</span>
      </p>
      <div class={isMany ? 'lists is-many' : 'lists'}>
        {inLists(entries, isMany).map((list, index) => (
          <ol key={index}>
            {list.map((entry) => (
              <EntryItem key={entry.number} entry={entry} report={report} isShared={key === 'shared'} isMany={isMany} />
            ))}
          </ol>
        ))}
      </div>
    </section>
  );
}

/** A browser lays out only the visible lists of a large page: in one long list it would have to look at each entry. */
function inLists(entries: readonly NumberedEntry[], isMany: boolean): (readonly NumberedEntry[])[] {
  if (!isMany) return [entries];
  const count = Math.ceil(entries.length / listLength);
  return Array.from({ length: count }, (_, at) => entries.slice(at * listLength, (at + 1) * listLength));
}

interface Item {
  entry: NumberedEntry;
  report: Report;
  isShared: boolean;
  isMany: boolean;
}

/** A large page has thousands of them: the style sheet draws their icons and heads their columns. */
function EntryItem({ entry, report, isShared, isMany }: Item) {
  const { number, findings } = entry;
  const [{ level, blocks }] = findings;
  const areas = new Set(findings.map(({ check }) => check.split('/')[0]));
  const isApart = isMany && isLater(number);
  return (
    <li
      id={findings[0].fingerprint}
      class="entry"
      value={number}
      data-level={level}
      data-areas={[...areas].join('\n')}
      data-namespaces={listNamespaces(findings).join('\n') || undefined}
    >
      <details id={`entry-${number}`} data-later={isApart ? '' : undefined}>
        <summary>
          <span class="number">{number}</span>
          <span class="level">{levelWord(level)}</span>
          <span class="title">
            {buildEntryTitle(findings)}
            {isShared && <span class="namespaces">{namespacesText(entry)}</span>}
          </span>
          <span class="stops">{level === 'unknown' ? '' : blocksText(blocks)}</span>
          <span class="when">{bareWhen(findings[0].at)}</span>
        </summary>
        {!isApart && <EntryBody entry={entry} report={report} />}
      </details>
    </li>
  );
}

function tallyText(level: 'fail' | 'unknown' | 'warn', count: number): string {
  if (level === 'unknown') return `${count} unknown`;
  return formatCount(count, level === 'fail' ? 'blocker' : 'warning');
}
