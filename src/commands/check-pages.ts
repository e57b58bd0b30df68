import type { AnyCheck } from '../check.ts';
import { checkAnchor, parseArea } from '../judge/check-id.ts';
import { grouped } from '../syntax/grouped.ts';
import { unwrap } from '../syntax/markdown.ts';
import { thresholdTexts } from './options/policy.ts';

/**
 * Checks as lines of Markdown: a table of them, and a section for each.
 * @param root the path to the root of the repository, for links
 */
export function checkPages(checks: readonly AnyCheck[], root = ''): string[] {
  const byArea = [...grouped(checks, ({ id }) => parseArea(id))];
  const sections = byArea.flatMap(([area, own]) => [`## ${area}`, '', ...checkSections(own, '###', root)]);
  return [...checksTable(checks, (id) => `[${id}](#${checkAnchor(id)})`), '', ...sections];
}

/** The table of checks: id, worst level, what a finding stops, updates or rollbacks, and what a finding means. */
export function checksTable(checks: readonly AnyCheck[], linkTo: (id: string) => string): string[] {
  const rows = checks.map(
    ({ id, severity, blocks, direction = 'up', title }) =>
      `| ${linkTo(id)} | ${severity} | ${blocks} | ${judgedChanges[direction]} | ${title} |`,
  );
  return [
    '| check | worst level | stops | judges | what a finding means |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

/** What a check judges, by its direction. */
const judgedChanges = { up: 'updates', down: 'rollbacks', both: 'both' } as const;

/** When to fix what a check finds: before or after the update, or the rollback. */
export function fixTimeText({ phase, direction = 'up' }: Pick<AnyCheck, 'phase' | 'direction'>): string {
  const what = { up: 'the update', down: 'the rollback', both: 'the update or rollback' }[direction];
  return `Fix it ${phase} ${what}.`;
}

/** What a check judges, as a sentence. */
export function judgedText({ direction = 'up' }: Pick<AnyCheck, 'direction'>): string {
  return `Judges: ${direction === 'both' ? 'updates and rollbacks' : `only ${judgedChanges[direction]}`}.`;
}

/**
 * A section for each check.
 * @param heading the Markdown marks before the id of a check
 * @param root the path to the root of the repository, for links
 * @param examples a finding of each check as a report shows it, by the check's id
 */
export function checkSections(
  checks: readonly AnyCheck[],
  heading: '##' | '###',
  root: string,
  examples: ReadonlyMap<string, string> = new Map(),
): string[] {
  return checks.flatMap((check) => checkSection(check, heading, root, examples.get(check.id)));
}

function checkSection(check: AnyCheck, heading: string, root: string, example: string | undefined): string[] {
  const { id, title, severity, blocks, why, fix, links, needs, uses = [], tables = [] } = check;
  const facts = [...needs, ...uses].map((name) => `\`${name}\``).join(', ');
  return [
    `${heading} ${id}`,
    '',
    `**${title}.** Worst level: ${severity}. Stops: ${blocks}. ${fixTimeText(check)} ${judgedText(check)}`,
    '',
    unwrap(why),
    '',
    `**Fix.** ${unwrap(fix.text)}`,
    '',
    `Reads: ${facts}.${tables.length === 0 ? '' : ` Tables: ${tables.map((name) => tableLink(name, root)).join(', ')}.`}`,
    '',
    ...thresholdsMarkdown(check, root),
    ...links.map((link) => `- <${link}>`),
    '',
    ...(example === undefined ? [] : ['Example finding in a report:', '', '```text', example, '```', '']),
  ];
}

/** What a config file may make stricter. */
function thresholdsMarkdown(check: AnyCheck, root: string): string[] {
  const texts = thresholdTexts(check);
  if (texts.length === 0) return [];
  return [`\`thresholds\` of a [config file](${root}docs/config.md):`, '', ...texts.map((text) => `- ${text}`), ''];
}

/** A link to the table's file in `rules/`; only the name for a plug-in's table, which has no file there. */
function tableLink(name: string, root: string): string {
  return name.includes('/') ? `\`${name}\`` : `[${name}](${root}rules/${name}.json)`;
}
