import type { AnyCheck } from '../check.ts';
import { jsonWithoutWorkflowCommands, withoutWorkflowCommands } from '../syntax/workflow-commands.ts';
import { unwrap } from '../syntax/markdown.ts';
import { checkPages, fixTimeText, judgedText } from './check-pages.ts';
import { idsLike, nearHint } from './options/check-globs.ts';
import { thresholdTexts } from './options/policy.ts';
import { notCovered } from '../for-checks/not-covered.ts';
import { shortened } from '../syntax/quoted.ts';
import { usageError } from '../facts/reason.ts';
import { paint, wrap, wrapMarkdown, type Layout } from '../formats/text/layout.ts';
import { formatCount } from '../syntax/english.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import type { Io } from './io.ts';
import { resolveLayout } from './outputs.ts';
import { withCatalog } from './plugins.ts';
import type { Catalog, LoadCatalog } from './select-checks.ts';

/** Prints all checks, or those that an id or a glob names, in the chosen format. */
export async function checks(
  { id: named, plugins, format }: { id: string | undefined; plugins: readonly string[]; format: unknown },
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  const options = plugins.length === 0 ? {} : { plugin: [...plugins] };
  const catalog = await withCatalog(loadCatalog, options, io, (load) => load());
  if (format === 'json') io.stdout(await buildChecksJson(catalog, named, io.version));
  else if (format === 'markdown') io.stdout(withoutWorkflowCommands(buildChecksMarkdown(catalog.checks, named)));
  else io.stdout(withoutWorkflowCommands(buildChecksText(catalog.checks, named, resolveLayout(io))));
  return exitCodes.ready;
}

async function buildChecksJson(catalog: Catalog, named: string | undefined, version: string): Promise<string> {
  const { buildCheckList } = await import('./check-list.ts');
  const { checks: all } = catalog;
  const found = named === undefined ? { checks: all, topics: notCovered } : findNamed(all, named);
  const list = buildCheckList(found.checks, found.topics, catalog, version);
  return `${jsonWithoutWorkflowCommands(JSON.stringify(list, null, 2))}\n`;
}

/**
 * The checks, and the topics without a check, that an id or a glob names.
 * @throws ScanError (`usage`) if nothing has such an ID
 */
function findNamed(all: readonly AnyCheck[], glob: string): { checks: readonly AnyCheck[]; topics: readonly string[] } {
  const ids = [...all.map(({ id }) => id), ...notCovered];
  const found = new Set(idsLike(glob, ids));
  if (found.size === 0) throw usageError(`unknown check '${shortened(glob)}'`, nearHint(glob, ids));
  return { checks: all.filter(({ id }) => found.has(id)), topics: notCovered.filter((topic) => found.has(topic)) };
}

function buildChecksText(all: readonly AnyCheck[], named: string | undefined, layout: Layout): string {
  return named === undefined ? listChecks(all, layout) : explainChecks(all, named, layout);
}

/** @throws ScanError (`usage`) if nothing has such an ID */
function buildChecksMarkdown(all: readonly AnyCheck[], named: string | undefined): string {
  const ids = all.map(({ id }) => id);
  const found = new Set(named === undefined ? ids : idsLike(named, ids));
  if (found.size === 0) throw usageError(`unknown check '${shortened(named ?? '')}'`, nearHint(named ?? '', ids));
  return `${['# Checks', '', ...checkPages(all.filter(({ id }) => found.has(id)))].join('\n')}\n`;
}

/** Lists these checks, each with what a finding of it means. */
function listChecks(checks: readonly AnyCheck[], layout: Layout): string {
  const lines = checks.flatMap(({ id, severity, title }) => [
    `${paint(layout, 'bold', id)}  (${severity === 'fail' ? 'can fail' : 'warns'})`,
    ...wrap(title, layout, 2),
  ]);
  return [
    ...lines,
    '',
    `${formatCount(checks.length, 'check')}. Explain one with \`eks-preflight checks ID\`.`,
    '',
  ].join('\n');
}

/**
 * The checks that an id or a glob names: one is explained, several are listed. Topics without a check are reported as
 * not covered.
 * @throws ScanError (`usage`) if nothing has such an ID
 */
function explainChecks(checks: readonly AnyCheck[], glob: string, layout: Layout): string {
  const { checks: named, topics } = findNamed(checks, glob);
  const [only] = named;
  if (only !== undefined && named.length + topics.length === 1) return explainCheck(only, layout);
  const listed = named.length === 0 ? '' : listChecks(named, layout);
  const uncovered = topics.flatMap((topic) =>
    wrap(`${topic} is not covered by this version yet: no check judges it.`, layout, 0).map((line) => `${line}\n`),
  );
  return [...(listed === '' ? [] : [listed]), ...uncovered].join('');
}

/** One check, explained: what it reads, why it matters, how to fix it, and its sources. */
function explainCheck(check: AnyCheck, layout: Layout): string {
  const facts = [...check.needs, ...(check.uses ?? [])].join(', ');
  return [
    paint(layout, 'bold', check.id),
    ...wrap(check.title, layout, 2),
    '',
    ...wrap(
      `Worst level: ${check.severity}. Stops: ${check.blocks}. ${fixTimeText(check)} ${judgedText(check)}`,
      layout,
      2,
    ),
    ...wrap(`Reads: ${facts}.`, layout, 2),
    ...thresholdTexts(check).flatMap((line) => wrap(`Threshold ${line}.`, layout, 2)),
    '',
    ...unwrap(check.why)
      .split('\n\n')
      .flatMap((paragraph) => [...wrapMarkdown(paragraph, layout, 2), '']),
    ...wrapMarkdown(unwrap(check.fix.text), layout, 7, '  Fix: '),
    '',
    ...check.links.map((link) => `  ${link}`),
    '',
  ].join('\n');
}
