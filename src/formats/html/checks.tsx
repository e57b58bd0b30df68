import { Fragment } from 'preact';
import type { Result } from '../../judge/result.ts';
import { isMissingGrantMessage } from '../../facts/optional-grants.ts';
import { grouped } from '../../syntax/grouped.ts';
import type { Report } from '../../report/schema.ts';
import { entryNumbers, listSelected, toCheckRow, type CheckRow as Row } from '../text/checks-table.ts';
import { checkAnchor } from './entry.tsx';
import { Icon } from './icons.tsx';
import { Link, RichText } from './rich-text.tsx';

/** The selected checks, grouped by area: status, findings, what was seen, and what a check looks for and why. */
export function Checks({ report }: { report: Report }) {
  const results = listSelected(report);
  const numbers = entryNumbers(report);
  const byArea = grouped(results, ({ category }) => category);
  return (
    <section class="checks" id="checks" aria-labelledby="checks-heading" tabIndex={-1}>
      <h2 id="checks-heading">Checks</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Status</th>
            <th scope="col" class="figure">
              Found
            </th>
            <th scope="col">What was seen (entry)</th>
          </tr>
        </thead>
        <tbody>
          {[...byArea].map(([area, own]) => (
            <Fragment key={area}>
              <tr class="area">
                <th scope="colgroup" colSpan={4}>
                  {area}
                </th>
              </tr>
              {own.map((result) => (
                <CheckRow key={result.id} result={result} row={toCheckRow(result, numbers, report.steps)} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** True for a status with an icon: only where something is wrong. */
function isDrawn(status: Result['status']): status is 'fail' | 'unknown' | 'warn' {
  return status === 'fail' || status === 'unknown' || status === 'warn';
}

function CheckRow({ result, row: { findings, seen } }: { result: Result; row: Row }) {
  const { id, title, status, why, docs, links } = result;
  const own = [docs, ...links].filter((link) => link !== '');
  return (
    <tr id={checkAnchor(id)} class={`check check-${status}`} tabIndex={-1}>
      <th scope="row">{id}</th>
      <td class="status">
        {isDrawn(status) && <Icon name={status} />} {status}
      </td>
      <td class="figure">{findings}</td>
      <td>
        {seen !== '' && <p>{isMissingGrantMessage(seen) ? 'not requested' : seen}</p>}
        <details>
          <summary>Looks for: {title}</summary>
          <RichText text={why} />
          <ul class="sources">
            {own.map((link) => (
              <li key={link}>
                <Link href={link} />
              </li>
            ))}
          </ul>
        </details>
      </td>
    </tr>
  );
}
