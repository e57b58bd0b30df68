import type { DrainedGroup } from '../../report/drain.ts';
import { drainCells, drainColumns, drainNotes } from '../../report/drain-text.ts';

/** The groups of nodes that the update or the rollback replaces, what that takes, and links to the entries that stop it. */
export function Drain({ drain, change }: { drain: readonly DrainedGroup[]; change: string }) {
  if (drain.length === 0) return null;
  return (
    <section class="drain" id="drain" aria-labelledby="drain-heading" tabIndex={-1}>
      <h2 id="drain-heading">Drain</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label={`Groups of nodes that the ${change} replaces`}>
        <table>
          <thead>
            <tr>
              {['group', ...drainColumns].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drain.map((one) => (
              <DrainRow key={one.group} one={one} />
            ))}
          </tbody>
        </table>
      </div>
      {drainNotes(drain).map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </section>
  );
}

function DrainRow({ one }: { one: DrainedGroup }) {
  const { 'stopped by': stopped, ...cells } = drainCells(one);
  return (
    <tr>
      <th scope="row">{one.group}</th>
      {Object.entries(cells).map(([head, text]) => (
        <td key={head}>{text}</td>
      ))}
      <td>{linked(stopped)}</td>
    </tr>
  );
}

/** Text in which the number of each entry is a link to it; `4 more` is a count. */
function linked(text: string) {
  return text.split(/\b(\d{1,7})\b(?! more)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={`#entry-${part}`}>
        {part}
      </a>
    ),
  );
}
