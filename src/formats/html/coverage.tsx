import { isMissingGrantMessage } from '../../facts/optional-grants.ts';
import type { Result } from '../../judge/result.ts';
import { forCount, formatCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { parseDenial } from '../../report/missing-permissions.ts';
import type { Report } from '../../report/schema.ts';
import { notCoveredHeading, notCoveredTexts } from '../text/not-covered.ts';
import { factWords } from './fact-words.ts';

/** A list under a heading that folds it. */
export function TextsSection({ id, heading, texts }: Texts) {
  return (
    <section id={id} class="folded" aria-label={heading} tabIndex={-1}>
      <details open>
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
}

type Fact = Report['coverage']['facts'][string];

/** What a scan could not read, wholly or in part: as prominent as a failure, since it may hide one. */
export function NotRead({ report: { coverage, results } }: { report: Report }) {
  const facts = Object.entries(coverage.facts);
  const flawed = facts.filter(([, fact]) => flawsOf(fact).length > 0);
  const unasked = flawed.filter(([, fact]) => isUnasked(fact));
  const lacking = lackingFacts(results);
  const unseen = flawed.filter(([name, fact]) => !isUnasked(fact) && lacking.has(name));
  const unneeded = flawed.filter(([name, fact]) => !isUnasked(fact) && !lacking.has(name));
  return (
    <section class="coverage" id="coverage" aria-labelledby="coverage-heading" tabIndex={-1}>
      <h2 id="coverage-heading">Coverage</h2>
      <p class="note">
        A fact is a list or a setting that the scan reads from AWS or Kubernetes.{' '}
        {coverageText(facts.length, { unseen: unseen.length, unasked: unasked.length, unneeded: unneeded.length })}
        {unseen.length > 0 && ' What was not seen cannot pass: see the unknown entries.'}
      </p>
      {unseen.length > 0 && <FactsList facts={unseen} />}
      {unasked.length > 0 && <p class="note">Not requested: {unasked.map(([name]) => factWords(name)).join(', ')}.</p>}
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

/** `API groups (forbidden)`. */
function flawsText(facts: readonly (readonly [string, Fact])[]): string {
  return facts.map(([name, fact]) => `${factWords(name)} (${flawsOf(fact).join('; ')})`).join(', ');
}

/** Facts that were not seen for the same reason are one item. */
function FactsList({ facts }: { facts: readonly (readonly [string, Fact])[] }) {
  const items = [...grouped(facts, ([, fact]) => whyNotRead(fact))];
  return (
    <ul class="unread">
      {items.map(([why, [first, ...others]]) => (
        <li key={why}>
          <p>{[first, ...others].map(([name]) => factWords(name)).join(', ')}</p>
          <p class="note">
            <WhyNotRead facts={[first[1], ...others.map(([, fact]) => fact)]} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Why facts were not read, all for one reason, and the permissions that they need. */
export function WhyNotRead({ facts: [first, ...others] }: { facts: readonly [Fact, ...Fact[]] }) {
  const permissions = permissionsOf([first, ...others]);
  const codes = permissions.map((name, at) => [at === 0 ? ' (' : ', ', <code key={name}>{name}</code>]);
  return (
    <span>
      {whyNotRead(first)}
      {codes}
      {permissions.length > 0 && ')'}
    </span>
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
  const lines = notCoveredTexts(report);
  return lines.length === 0 ? null : <TextsSection id="not-covered" heading={notCoveredHeading} texts={lines} />;
}
