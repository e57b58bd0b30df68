import type { AnyCheck } from '../check.ts';
import { parseArea } from '../judge/engine.ts';
import { unwrap } from '../syntax/markdown.ts';
import { thresholdTexts } from './options/policy.ts';

/**
 * Checks as lines of Markdown: a table of them, and a section for each.
 * @param examples a finding of each check as a report shows it, by the check's id
 */
export function checkPages(checks: readonly AnyCheck[], examples: ReadonlyMap<string, string> = new Map()): string[] {
  const areas = [...new Set(checks.map(({ id }) => parseArea(id)))];
  return [
    '| check | worst level | stops | what a finding means |',
    '| --- | --- | --- | --- |',
    ...checks.map(
      ({ id, severity, blocks, title }) => `| [${id}](#${anchor(id)}) | ${severity} | ${blocks} | ${title} |`,
    ),
    '',
    ...areas.flatMap((area) => [
      `## ${area}`,
      '',
      ...checks
        .filter(({ id }) => parseArea(id) === area)
        .flatMap((check) => checkSection(check, examples.get(check.id))),
    ]),
  ];
}

function anchor(id: string): string {
  return id.replace('/', '');
}

function checkSection(check: AnyCheck, example: string | undefined): string[] {
  const { id, title, severity, blocks, phase, why, fix, links, needs, uses = [], tables = [] } = check;
  const facts = [...needs, ...uses].map((name) => `\`${name}\``).join(', ');
  return [
    `### ${id}`,
    '',
    `**${title}.** Worst level: ${severity}. Stops: ${blocks}. Fix it ${phase} the update.`,
    '',
    unwrap(why),
    '',
    `**Fix.** ${unwrap(fix.text)}`,
    '',
    `Reads: ${facts}.${tables.length === 0 ? '' : ` Tables: ${tables.map(tableLink).join(', ')}.`}`,
    '',
    ...thresholdsMarkdown(check),
    ...links.map((link) => `- <${link}>`),
    '',
    ...(example === undefined ? [] : ['Example finding in a report:', '', '```text', example, '```', '']),
  ];
}

/** What a config file may make stricter. */
function thresholdsMarkdown(check: AnyCheck): string[] {
  const texts = thresholdTexts(check);
  if (texts.length === 0) return [];
  return ['`thresholds` of a [config file](docs/config.md):', '', ...texts.map((text) => `- ${text}`), ''];
}

/** A link to the table's file in `rules/`; only the name for a plug-in's table, which has no file there. */
function tableLink(name: string): string {
  return name.includes('/') ? `\`${name}\`` : `[${name}](rules/${name}.json)`;
}
