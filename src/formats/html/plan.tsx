import { grouped } from '../../syntax/grouped.ts';
import { momentText } from '../../syntax/dates.ts';
import type { Task } from '../../report/plan/draft.ts';
import type { Report } from '../../report/schema.ts';
import { moveText, plannedTasks, taskName, taskToBegin } from '../../report/first-task.ts';
import { managedText } from '../../report/plan/managed-text.ts';
import { closedEntries, drainsText, neededTasks, plannedFillIn } from '../../report/plan/plan-text.ts';
import { scopeVerdict } from '../text/gate.ts';
import { manyEntries } from './later.tsx';
import { Prose, RichText } from './rich-text.tsx';

/** The task to begin with, null if there is none. Shows how to update the control plane only if nothing stops that. */
export function FirstTask({ report }: { report: Report }) {
  const task = taskToBegin(report);
  if (task === undefined) return null;
  const count = plannedTasks(report).length;
  const isShown = task.kind !== 'control-plane' || scopeVerdict(report) === 'ready';
  return (
    <section class="first" id="first" aria-labelledby="first-heading">
      <h2 id="first-heading">
        First: <a href={`#task-${task.number}`}>task {task.number}</a> of {count}, {taskName(task)}
      </h2>
      {isShown && <RichText text={task.how.text} commands={task.how.commands} />}
    </section>
  );
}

interface Listed {
  entries: Report['entries'];
  plan: NonNullable<Report['plan']>;
  /** On a large page, a task refers to the entry that it closes, instead of repeating the fix. */
  isLarge: boolean;
}

/** Every task of the plan in order, under the headings of its sections; null without a plan. */
export function Plan({ report }: { report: Report }) {
  const { plan } = report;
  if (plan === null || plan === undefined || plan.tasks.length === 0) return null;
  const { entries } = report;
  const listed = { entries, plan, isLarge: entries.length > manyEntries };
  const sections = grouped(plan.tasks, ({ section }) => section);
  return (
    <section class="plan" id="plan" aria-labelledby="plan-heading" tabIndex={-1}>
      <h2 id="plan-heading">Plan</h2>
      <RichText text={plan.notes.join('\n\n')} />
      <FillIn fillIn={plannedFillIn({ plan })} />
      <div id="task-filter" />
      {[...sections].map(([section, tasks], index) => (
        <section key={section} class="level-group" aria-labelledby={`plan-${index}`} data-tasks>
          <h3 id={`plan-${index}`}>{section}</h3>
          {index === 0 && <Heads />}
          <ol class="tasks">
            {tasks.map((task) => (
              <TaskItem key={task.id} task={task} listed={listed} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

/** What replaces the placeholders of the commands. */
function FillIn({ fillIn }: Pick<NonNullable<Report['plan']>, 'fillIn'>) {
  if (fillIn.length === 0) return null;
  return (
    <>
      <p>Fill in before you run the commands:</p>
      <ul class="texts">
        {fillIn.map(({ name, meaning, tasks }, index) => (
          <li key={index}>
            <code>{name}</code>: <Prose text={meaning} /> (<Links words={['task', 'tasks']} numbers={tasks} to="task" />
            )
          </li>
        ))}
      </ul>
    </>
  );
}

/** The heads of the columns, for those who see columns. */
function Heads() {
  return (
    <p class="heads task-heads" aria-hidden="true">
      <span>task</span>
      <span>entries</span>
      <span>versions</span>
      <span>by</span>
      <span>drains</span>
    </p>
  );
}

function TaskItem({ task, listed }: { task: Task; listed: Listed }) {
  const { number, ready, title, by } = task;
  const entries = closedEntries(task, listed);
  const more = entries.length > 2 ? ` and ${entries.length - 2} more` : '';
  return (
    <li class={`entry task${ready ? '' : ' is-later'}`} value={number} data-by={by}>
      <details id={`task-${number}`}>
        <summary>
          <span class="number">{number}</span>
          <span class="level">{ready ? 'Task' : 'Not yet'}</span>
          <span class="title">{title}</span>
          <span class="closes">
            {entries
              .slice(0, 2)
              .map((one) => `#${one}`)
              .join(', ')}
            {more}
          </span>
          <span class="versions">{moveText(task).replaceAll('->', '→')}</span>
          <span class="by">{by}</span>
          <span class="drains">{drainsText(task)}</span>
        </summary>
        <TaskBody task={task} listed={listed} />
      </details>
    </li>
  );
}

/** What a task unfolds to: what comes first, how to do it, how to see that it is done, how to undo it. */
function TaskBody({ task, listed }: { task: Task; listed: Listed }) {
  const { ready, how, done, disturbs, notes, room = [], stopIf, undo, until } = task;
  const entries = closedEntries(task, listed);
  const needed = neededTasks(task, listed).map(({ number }) => number);
  const manager = managedText(task);
  const refers = listed.isLarge && task.kind === 'fix' && entries.length > 0;
  const stop = stopIf === undefined ? [] : [`Stop if ${stopIf}`];
  const said = [...(disturbs?.text ?? []), ...room, ...notes, ...stop];
  return (
    <div class="body">
      {!ready && (
        <p class="effect">
          Not yet: do <Links words={['task', 'tasks']} numbers={needed} to="task" /> first.
        </p>
      )}
      {entries.length > 0 && (
        <p class="effect">
          Closes <Links words={['entry', 'entries']} numbers={entries} to="entry" />
          {refers ? ', which says how.' : '.'}
        </p>
      )}
      {manager !== undefined && (
        <div class="fix">
          <p class="caption">Managed by</p>
          <RichText text={manager} commands={task.managed?.commands ?? []} />
        </div>
      )}
      {!refers && (
        <div class="fix">
          <p class="caption">How</p>
          <RichText text={how.text} commands={how.commands} />
        </div>
      )}
      {said.length > 0 && <RichText text={said.map((text) => `- ${text}`).join('\n')} />}
      {until !== undefined && <p>Possible until {momentText(until)}.</p>}
      {done.length > 0 && <Done done={done} />}
      {undo !== undefined && (
        <div class="fix">
          <p class="caption">Undo</p>
          <RichText text={withCommands(undo)} commands={undo.commands} />
        </div>
      )}
    </div>
  );
}

function Done({ done }: Pick<Task, 'done'>) {
  return (
    <div class="fix">
      <p class="caption">Done when</p>
      {done.map((one, index) => (
        <RichText key={index} text={withCommands({ ...one, text: `- ${one.text}` })} commands={one.commands} />
      ))}
    </div>
  );
}

function withCommands({ text, commands }: { text: string; commands: readonly string[] }): string {
  return commands.length === 0 ? text : [text, '```sh', ...commands, '```'].join('\n');
}

/** `tasks 1, 2`, each number as a link. */
function Links({
  words: [one, many],
  numbers,
  to,
}: {
  words: readonly [string, string];
  numbers: readonly number[];
  to: 'task' | 'entry';
}) {
  return (
    <>
      {numbers.length === 1 ? one : many}{' '}
      {numbers.map((number, index) => (
        <span key={number}>
          {index === 0 ? '' : ', '}
          <a href={`#${to}-${number}`}>{number}</a>
        </span>
      ))}
    </>
  );
}
