import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect } from 'vitest';
import type { Report } from '../../src/report/schema.ts';

/** A node of a parsed GitHub Flavored Markdown document. */
interface Node {
  type: string;
  children?: Node[];
  value?: string;
  url?: string;
}

export function parseMarkdown(text: string): Node {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** A node and every node below it. */
export function listNodes(node: Node): Node[] {
  return [node, ...(node.children ?? []).flatMap(listNodes)];
}

/** All Markdown node types that a comment uses. */
const ours = new Set(
  'root heading paragraph text inlineCode code list listItem table tableRow tableCell html link strong'.split(' '),
);
const ourHtml = [
  /^<!-- eks-preflight: [\w:/.%-]+ -->$/,
  /^<details><summary>(?:\d+\.)? ?<code>[^<>]*<\/code><\/summary>$/,
  /^<\/details>$/,
];
const linked =
  /^https:\/\/(?:[a-z-]+\.)*(?:amazon\.com|kubernetes\.io|karpenter\.sh|coredns\.io|github\.io|nvidia\.com|helm\.sh|fluxcd\.io|artifacthub\.io|readthedocs\.io|cloudnative-pg\.io|kubevirt\.io)\/|^https:\/\/github\.com\/(?:argoproj|aws|awsdocs|awslabs|bottlerocket-os|cert-manager|chanzuckerberg|containerd|coredns|eks-preflight|eksctl-io|fluent|kubernetes|kubernetes-sigs|kyverno|NVIDIA|strimzi|terraform-aws-modules)\//;
/**
 * Text that GitHub does not render as plain text: mentions, references, links, images, HTML, emoji, commits, formulas.
 */
const alive = /@\w|#\d|\bGH-\d|:\/\/|www\.|:[\w+-]+:|[$<>](?<!->)|!\[|\b(?=\d*[a-f])[\da-f]{7,40}\b/;
const headings =
  /^(?:(?:READY|BLOCKED|INCOMPLETE)(?: for the control plane)?(?: \(\d+ accepted(?:, \d+ of them unknown)?\))?: |(?:Blockers|Unknown|Warnings|Accepted|Drain) \(\d+\)$|Plan \(\d+ tasks?\)$)/;
const stops = /^(?:control plane|new nodes|node update|workloads|Karpenter|deployments)$/;

/** Expects a comment that fits GitHub's size limit and contains no foreign Markdown or HTML. */
export function expectComment(text: string, report: Report): void {
  expect(text.length).toBeLessThanOrEqual(65_000);
  expect(text).toMatch(/^<!-- eks-preflight: arn:/);
  const root = parseMarkdown(text);
  const nodes = listNodes(root);
  const of = (type: string) => nodes.filter((node) => node.type === type);
  expect([...new Set(nodes.map(({ type }) => type))].filter((type) => !ours.has(type))).toEqual([]);
  expect(of('html').filter(({ value = '' }) => !ourHtml.some((pattern) => pattern.test(value)))).toEqual([]);
  expect(of('link').filter(({ url = '' }) => !linked.test(url))).toEqual([]);
  const sections = of('tableRow').filter(({ children = [] }) => isSection(children));
  expect(of('strong')).toHaveLength(sections.length);
  expect(of('text').filter(({ value = '' }) => alive.test(value))).toEqual([]);
  expect(
    of('heading')
      .map(toText)
      .filter((heading) => !headings.test(heading)),
  ).toEqual([]);
  const opened = of('html').filter(({ value = '' }) => value.startsWith('<details>')).length;
  expect(of('html').filter(({ value }) => value === '</details>')).toHaveLength(opened);
  expectTables(root.children?.filter(({ type }) => type === 'table') ?? []);
  expect(toText(root)).toContain(`exit code ${report.exitCode}`);
}

const atATime = /^(?:\d+(?:-\d+)?|-|by hand|not read)$/;

/**
 * Expects two cells in each row of the table of answers, six in each row of the groups of nodes and of the tasks, and
 * four in each row of the other tables, the third with a known text: a `|` in an external text would add cells.
 */
function expectTables(tables: readonly Node[]): void {
  const [path, ...entries] = tables.map(({ children = [] }) => children);
  expect(path?.map(({ children }) => children?.length)).toEqual(path?.map(() => 2));
  for (const [heads, ...rows] of entries) {
    const isDrain = toText(heads?.children?.[0]) === 'group';
    const isPlan = toText(heads?.children?.[1]) === 'Task';
    for (const { children = [] } of rows) {
      expect(children).toHaveLength(isDrain || isPlan ? 6 : 4);
      if (isPlan) continue;
      for (const text of isDrain ? [toText(children[2])] : toText(children[2]).split(', '))
        expect(text).toMatch(isDrain ? atATime : stops);
    }
  }
}

/** A row of the plan that names a section: one cell with bold text. */
function isSection([number, title, ...others]: readonly Node[]): boolean {
  const [own, ...more] = title?.children ?? [];
  return [number, ...others].every((cell) => toText(cell) === '') && own?.type === 'strong' && more.length === 0;
}

function toText(node: Node | undefined): string {
  return node === undefined ? '' : (node.value ?? (node.children ?? []).map(toText).join(''));
}
