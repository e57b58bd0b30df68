import { isMissingGrantMessage } from '../../facts/optional-grants.ts';
import type { Result } from '../../judge/result.ts';
import { forCount, formatCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { parseDenial } from '../../report/missing-permissions.ts';
import type { Report } from '../../report/schema.ts';
import { notCoveredTexts } from '../text/not-covered.ts';
import { skippedGroups } from '../text/skipped.ts';
import { grantAllText } from '../text/unseen.ts';
import { Prose } from './rich-text.tsx';

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

/** What a scan could not read, wholly or in part: as prominent as a failure, since it may hide one. */
export function NotRead({ report: { coverage, plugins, results } }: { report: Report }) {
  const facts = Object.entries(coverage.facts);
  const flawed = facts.filter(([, fact]) => flawsOf(fact).length > 0);
  const unasked = flawed.filter(([, fact]) => isUnasked(fact));
  const lacking = lackingFacts(results);
  const unseen = flawed.filter(([name, fact]) => !isUnasked(fact) && lacking.has(name));
  const unneeded = flawed.filter(([name, fact]) => !isUnasked(fact) && !lacking.has(name));
  const permissions = unseen.flatMap(([, { permission }]) => permission ?? []);
  return (
    <section class="coverage" id="coverage" aria-labelledby="coverage-heading" tabIndex={-1}>
      <h2 id="coverage-heading">Not seen ({unseen.length})</h2>
      <p class="note">
        {coverageText(facts.length, { unseen: unseen.length, unasked: unasked.length, unneeded: unneeded.length })}
        {unseen.length > 0 && ' What was not seen cannot pass: see the unknown entries.'}
      </p>
      {unseen.length > 0 && <FactsTable facts={unseen} label="Facts that were not seen" />}
      {permissions.length > 0 && (
        <p>
          <Prose text={grantAllText(permissions, plugins)} />
        </p>
      )}
      {unasked.length > 0 && <p class="note">Not requested: {flawsText(unasked)}.</p>}
      {unneeded.length > 0 && (
        <p class="note">Not read completely, without an effect on the selected checks: {flawsText(unneeded)}.</p>
      )}
    </section>
  );
}

/** `88 of 93 facts were read completely; 1 was not seen; 4 were not requested.`: the numbers add up to all facts. */
function coverageText(all: number, counts: { unseen: number; unasked: number; unneeded: number }): string {
  const parts = [
    { count: counts.unseen, what: 'not seen' },
    { count: counts.unasked, what: 'not requested' },
    { count: counts.unneeded, what: 'not read completely, without an effect on the selected checks' },
  ];
  const rest = parts.filter(({ count }) => count > 0);
  const read = all - rest.reduce((sum, { count }) => sum + count, 0);
  const texts = rest.map(({ count, what }) => `${count} ${forCount(count, 'was', 'were')} ${what}`);
  return `${[`${read} of ${formatCount(all, 'fact')} ${forCount(read, 'was', 'were')} read completely`, ...texts].join('; ')}.`;
}

/** The missing facts that findings name: without them, a check could not be judged in full. */
function lackingFacts(results: readonly Result[]): Set<string> {
  const unseen = results.flatMap(({ findings }) => findings.flatMap((finding) => finding.unseen ?? []));
  return new Set(unseen.flatMap((thing) => (thing.kind === 'fact' ? [thing.fact] : [])));
}

/** `helmReleases (needs --with secrets)`. */
function flawsText(facts: readonly (readonly [string, Fact])[]): string {
  return facts.map(([name, fact]) => `${name} (${flawsOf(fact).join('; ')})`).join(', ');
}

/** Facts that were not seen for the same reason are one row. */
function FactsTable({ facts, label }: { facts: readonly (readonly [string, Fact])[]; label: string }) {
  const rows = [...grouped(facts, ([, fact]) => whyNotRead(fact))];
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col">Why</th>
            <th scope="col">Permission</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([why, own]) => (
            <tr key={why}>
              <th scope="row">{own.map(([name]) => name).join(', ')}</th>
              <td>{why}</td>
              <td>
                {permissionsOf(own.map(([, fact]) => fact)).map((permission, at) => [
                  at === 0 ? '' : ', ',
                  <code key={permission}>{permission}</code>,
                ])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** For a missing permission, names only who lacks it: messages of AWS for one identity differ only in the action. */
function whyNotRead(fact: Fact): string {
  const denial = fact.ok || fact.permission === undefined ? undefined : parseDenial(fact.reason ?? '');
  if (denial === undefined) return flawsOf(fact).join('; ');
  const { who, by } = denial;
  return by === null ? `${who} lacks the permission` : `${who} is denied the permission: ${by}`;
}

function permissionsOf(facts: readonly Fact[]): string[] {
  return [...new Set(facts.flatMap(({ permission }) => permission ?? []))].sort();
}

/** True for a fact that needs a grant which was not requested. */
function isUnasked({ ok, reason }: Fact): boolean {
  return !ok && reason !== undefined && isMissingGrantMessage(reason);
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

/** Checks that do not apply, or that need a fact which was not requested, and why. */
export function Skipped({ report }: { report: Report }) {
  return (
    <>
      {skippedGroups(report, true).map(({ heading, lines }, index) => (
        <TextsSection key={heading} id={`skipped-${index}`} heading={heading} texts={lines} />
      ))}
    </>
  );
}
