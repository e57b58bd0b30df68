import type { ReportedFinding } from '../../judge/result.ts';
import { manyResources, type NumberedEntry } from '../../report/entries.ts';
import { findEntryBasis } from '../../report/entry-basis.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { effectText, entryFix, evidenceTexts, selectLinks } from '../text/entry.ts';
import { resourceRows } from '../text/resources-table.ts';
import { unseenTexts } from '../text/unseen.ts';
import { Link, RichText } from './rich-text.tsx';

/** What an entry unfolds to: its findings with evidence, fix and links. */
export function EntryBody({ entry, report }: { entry: NumberedEntry; report: Report }) {
  const { findings } = entry;
  const commands = findings.flatMap((finding) => finding.commands);
  const links = selectLinks(findings, report.results);
  const basis = findEntryBasis(entry, report);
  return (
    <div class="body">
      {findings[0].unseen === null ? <Findings findings={findings} report={report} /> : <Unseen entry={entry} />}
      {basis !== undefined && <p class="effect">{basis}</p>}
      <div class="fix">
        <p class="caption">Fix</p>
        <RichText text={entryFix(entry, report)} commands={commands} />
      </div>
      <Sources findings={findings} links={links} />
    </div>
  );
}

function Findings({ findings, report }: { findings: NumberedEntry['findings']; report: Report }) {
  const [first] = findings;
  const isOfOneCheck = findings.every(({ check }) => check === first.check);
  if (!isOfOneCheck)
    return (
      <ul class="findings">
        {findings.map((finding) => (
          <li key={finding.fingerprint}>
            <p>
              <CheckLink id={finding.check} />, {effectText({ findings: [finding] }, report)}: {finding.message}
            </p>
            <Evidence finding={finding} />
          </li>
        ))}
      </ul>
    );
  return (
    <>
      <p class="effect">
        <CheckLink id={first.check} />, {effectText({ findings }, report)}
      </p>
      <p>{buildEntryTitle(findings)}</p>
      {findings.length >= manyResources ? <Resources findings={findings} /> : <Few findings={findings} />}
    </>
  );
}

function Few({ findings }: { findings: NumberedEntry['findings'] }) {
  const [first, ...others] = findings;
  if (others.length === 0) return <Evidence finding={first} />;
  return (
    <ul class="findings">
      {findings.map((finding) => (
        <li key={finding.fingerprint}>
          <p>
            {finding.resource.text}: {finding.message}
          </p>
          <Evidence finding={finding} />
        </li>
      ))}
    </ul>
  );
}

function Evidence({ finding }: { finding: ReportedFinding }) {
  const texts = evidenceTexts(finding);
  if (texts.length === 0) return null;
  return (
    <ul class="evidence">
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}

function Resources({ findings }: { findings: NumberedEntry['findings'] }) {
  const { head, rows } = resourceRows(findings);
  const needed = new Set(rows.map((row) => row.needed));
  const [same = ''] = needed.size === 1 ? needed : [];
  return (
    <>
      {same !== '' && <p>Needed: {same}</p>}
      <div class="scroll" tabIndex={0} role="group" aria-label={`${rows.length} resources`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">Seen</th>
              {needed.size > 1 && <th scope="col">Needed</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                <th scope="row">{row.resource}</th>
                <td>{row.seen}</td>
                {needed.size > 1 && <td>{row.needed}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Unseen({ entry }: { entry: NumberedEntry }) {
  const { reasons, checks } = unseenTexts(entry);
  return (
    <>
      <ul class="findings">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p class="effect">{checks}</p>
    </>
  );
}

function Sources({ findings, links }: { findings: NumberedEntry['findings']; links: readonly string[] }) {
  return (
    <ul class="sources">
      {links.map((link) => (
        <li key={link}>
          <Link href={link} />
        </li>
      ))}
      <li class="fingerprints">
        {findings.length === 1 ? 'Fingerprint' : 'Fingerprint of the first finding'}{' '}
        <a href={`#${findings[0].fingerprint}`} title="Link to this entry, the same in later reports">
          <code>{findings[0].fingerprint}</code>
        </a>
      </li>
    </ul>
  );
}

/** A check by its id, which leads to its row in the table of checks. */
export function CheckLink({ id }: { id: string }) {
  return <a href={`#${checkAnchor(id)}`}>{id}</a>;
}

/** The id of the row of a check in the table of checks. */
export function checkAnchor(id: string): string {
  return `check-${id.replaceAll(/[^\w/-]/g, '_')}`;
}
