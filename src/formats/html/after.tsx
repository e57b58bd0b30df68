import { afterName, afterItem, afterLine, afterNote } from '../../report/after-text.ts';
import type { Report } from '../../report/schema.ts';
import { nextText, updateTitle } from '../../report/step-text.ts';
import { RichText } from './rich-text.tsx';

/** How to take the first step, and which steps follow; null if the verdict is not `ready`, or if there is no step. */
export function Update({ report: { update, steps } }: { report: Report }) {
  if (update === null) return null;
  const next = nextText(steps);
  return (
    <section class="update" id="update" aria-labelledby="update-heading">
      <h2 id="update-heading">{updateTitle(update, steps)}</h2>
      <RichText text={update.fix} commands={update.commands} />
      {next !== '' && <p>{next}</p>}
    </section>
  );
}

/** The tasks that follow the update; they block nothing. */
export function After({ report }: { report: Report }) {
  const { after } = report;
  if (after.length === 0) return null;
  const note = afterNote(report);
  return (
    <section class="later" id="after" aria-labelledby="after-heading" tabIndex={-1}>
      <h2 id="after-heading">{afterName(report)}</h2>
      {note !== undefined && <p>{note}.</p>}
      <ol>
        {after.map((one, index) => (
          <li key={index} class="entry entry-after">
            <details>
              <summary>
                <span class="number">{one.number ?? index + 1}</span>
                <span class="level">Task</span>
                <span class="title">{afterLine(one)}</span>
              </summary>
              <div class="body">
                <ul class="findings">
                  {one.items.map((item, at) => (
                    <li key={at}>{afterItem(item)}</li>
                  ))}
                </ul>
                <div class="fix">
                  <p class="caption">Fix</p>
                  <RichText text={one.fix} commands={one.commands} />
                </div>
              </div>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
