import type { AnyCheck } from '../check.ts';
import { unwrap } from '../markdown.ts';
import { usageError } from '../reason.ts';
import { paint, wrap, wrapMarkdown, type Layout } from '../reporters/layout.ts';

/** All checks, one a line with what a finding of it means. */
export function listChecks(checks: readonly AnyCheck[], layout: Layout): string {
  const lines = checks.flatMap(({ id, severity, title }) => [
    `${paint(layout, 'bold', id)}  (${severity === 'fail' ? 'can fail' : 'warns'})`,
    ...wrap(title, layout, 2),
  ]);
  return [...lines, '', `${checks.length} checks. Explain one with \`eks-preflight checks ID\`.`, ''].join('\n');
}

/**
 * One check, explained: why it matters, how to mend it, what it reads, where it comes from.
 * @throws SourceError (`usage`) where there is no such check
 */
export function explainCheck(checks: readonly AnyCheck[], id: string, layout: Layout): string {
  const check = checks.find((candidate) => candidate.id === id);
  if (check === undefined) {
    const near = checks
      .filter((candidate) => candidate.id.includes(id.split('/').at(-1) ?? id))
      .map((candidate) => candidate.id);
    throw usageError(
      `no check ${id}`,
      near.length > 0 && near.length < 8
        ? `Did you mean ${near.join(', ')}?`
        : 'List them with `eks-preflight checks`.',
    );
  }
  const facts = [...check.needs, ...(check.uses ?? [])].join(', ');
  return [
    paint(layout, 'bold', check.id),
    ...wrap(check.title, layout, 2),
    '',
    ...wrap(
      `Worst level: ${check.severity}. Stops: ${check.blocks}. To be done: ${check.phase} the update.`,
      layout,
      2,
    ),
    ...wrap(`Reads: ${facts}.`, layout, 2),
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
