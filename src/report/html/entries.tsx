import { counted } from '../../languages/english.ts';
import { blocksText } from '../blocks.ts';
import { stepOf, type NumberedEntry } from '../entries.ts';
import { titleOf } from '../entry-title.ts';
import type { Report } from '../schema.ts';
import { bareWhen } from '../step-text.ts';
import { actorsOf, namespacesOf, namespacesText, type Actor } from '../who-acts.ts';
import { EntryBody } from './entry.tsx';
import { Icon, levelWord } from './icons.tsx';

interface Listed {
  report: Report;
  entries: readonly NumberedEntry[];
}

/** From so many on, a browser is told to lay out what is seen alone. */
const manyEntries = 200;

/** Every entry under the people who can mend it. The script of the page puts its filter into `#filter`. */
export function Entries({ report, entries }: Listed) {
  const actors = actorsOf(entries, report);
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
            ? ' Entries of application teams are grouped by namespace; set --team-label to group them by team.'
            : ' Namespaces without the team label are listed by name.')}
      </p>
      <div id="filter" />
      {actors.map((actor) => (
        <ActorGroup key={actor.key} actor={actor} report={report} isMany={entries.length > manyEntries} />
      ))}
    </section>
  );
}

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
      <ol class={isMany ? 'is-many' : ''}>
        {entries.map((entry) => (
          <EntryItem key={entry.number} entry={entry} report={report} isShared={key === 'shared'} />
        ))}
      </ol>
    </section>
  );
}

function EntryItem({ entry, report, isShared }: { entry: NumberedEntry; report: Report; isShared: boolean }) {
  const { number, findings } = entry;
  const [{ level, blocks }] = findings;
  const areas = new Set(findings.map(({ check }) => check.split('/')[0]));
  return (
    <li
      id={findings[0].fingerprint}
      class={`entry entry-${level}`}
      value={number}
      data-level={level}
      data-areas={[...areas].join('\n')}
      data-namespaces={namespacesOf(findings).join('\n')}
    >
      <details id={`entry-${number}`}>
        <summary>
          <span class="number">{number}</span>
          <span class="level">
            <Icon name={level} />
            {levelWord(level)}
          </span>
          <span class="title">
            {titleOf(findings)}
            {isShared && <span class="namespaces">{namespacesText(entry)}</span>}
          </span>
          <span class="stops">
            <span class="label">stops </span>
            {level === 'unknown' ? '' : blocksText(blocks)}
          </span>
          <span class="when">
            <span class="label">when </span>
            {bareWhen(stepOf(findings, report.steps))}
          </span>
        </summary>
        <EntryBody entry={entry} report={report} />
      </details>
    </li>
  );
}

function tallyText(level: 'fail' | 'unknown' | 'warn', count: number): string {
  if (level === 'unknown') return `${count} unknown`;
  return counted(count, level === 'fail' ? 'blocker' : 'warning');
}
