import type { Result } from '../../judge/result.ts';
import type { Report } from '../schema.ts';
import { notCoveredTexts } from '../text/not-covered.ts';
import { skippedGroups } from '../text/skipped.ts';
import { grantAllText } from '../text/unseen.ts';
import { Link, Prose, RichText } from './rich-text.tsx';

/** A list behind a heading that opens it. */
export function TextsSection({ id, heading, texts, isOpen }: Texts) {
  return (
    <section id={id} class="folded" aria-label={heading} tabIndex={-1}>
      <details open={isOpen === true}>
        <summary>
          <h2>{heading}</h2>
        </summary>
        <ul class="texts">
          {texts.map((text, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

interface Texts {
  id: string;
  heading: string;
  texts: readonly string[];
  isOpen?: boolean;
}

type Fact = Report['coverage']['facts'][string];

/** What a scan could not read, wholly or in part: as large as a failure, for it may be one. */
export function NotRead({ report: { coverage } }: { report: Report }) {
  const facts = Object.entries(coverage.facts);
  const flawed = facts.filter(([, fact]) => flawsOf(fact).length > 0);
  const permissions = flawed.flatMap(([, { permission }]) => permission ?? []);
  const read = facts.length - flawed.length;
  return (
    <section class="coverage" id="coverage" aria-labelledby="coverage-heading" tabIndex={-1}>
      <h2 id="coverage-heading">Not seen ({flawed.length})</h2>
      <p class="note">
        {read} of {facts.length} facts were read completely.
        {flawed.length > 0 && ' What was not seen cannot pass: the entries of level unknown say what it may hide.'}
      </p>
      {flawed.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Facts that were not seen">
          <table>
            <thead>
              <tr>
                <th scope="col">Fact</th>
                <th scope="col">Why</th>
                <th scope="col">Permission</th>
              </tr>
            </thead>
            <tbody>
              {flawed.map(([name, fact]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{flawsOf(fact).join('; ')}</td>
                  <td>{fact.permission !== undefined && <code>{fact.permission}</code>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {permissions.length > 0 && (
        <p>
          <Prose text={grantAllText(permissions)} />
        </p>
      )}
    </section>
  );
}

function flawsOf({ ok, reason, gaps = [], stale, inconsistent }: Fact): string[] {
  return [
    ...(ok ? [] : [reason ?? 'not read']),
    ...gaps,
    ...(stale === undefined ? [] : [stale]),
    ...(inconsistent === true ? ['the list changed while it was read'] : []),
  ];
}

/** The topics that no check covers. */
export function NotCovered({ report }: { report: Report }) {
  const { heading, lines } = notCoveredTexts(report);
  return lines.length === 0 ? null : <TextsSection id="not-covered" heading={heading} texts={lines} isOpen />;
}

/** Checks that were not judged, and why. */
export function Skipped({ report }: { report: Report }) {
  return (
    <>
      {skippedGroups(report, true).map(({ heading, lines }, index) => (
        <TextsSection key={heading} id={`skipped-${index}`} heading={heading} texts={lines} />
      ))}
    </>
  );
}

/** Each check with its status, what it looks for and why that matters. */
export function Checks({ report: { results } }: { report: Report }) {
  return (
    <section class="folded checks" id="checks" aria-label={`Checks (${results.length})`} tabIndex={-1}>
      <details>
        <summary>
          <h2>Checks ({results.length})</h2>
        </summary>
        <ul>
          {results.map((result) => (
            <CheckItem key={result.id} result={result} />
          ))}
        </ul>
      </details>
    </section>
  );
}

function CheckItem({ result: { id, title, status, why, docs, links } }: { result: Result }) {
  const own = [docs, ...links].filter((link) => link !== '');
  return (
    <li id={`check-${id.replaceAll(/[^\w/-]/g, '_')}`} class={`check check-${status}`}>
      <details>
        <summary>
          <span class="status">{status}</span>
          <span class="title">
            <strong>{id}</strong> looks for: {title}
          </span>
        </summary>
        <RichText text={why} />
        <ul class="sources">
          {own.map((link) => (
            <li key={link}>
              <Link href={link} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
