import { parseAst } from 'rolldown/parseAst';

/** Leaves out of declarations what is for built-in checks only: what its docstring calls `@internal`. */

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** A text to replace, from one position of the code to another. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

const internalDoc = /\/\*\*(?:(?!\*\/)[^])*@internal(?:(?!\*\/)[^])*\*\/\s*$/;

/**
 * Removes internal members, type parameters whose constraint is an internal type, and internal types from unions and
 * type arguments. Elsewhere, an internal type becomes `never`: outside, it has no values.
 * @param isInternal whether a name of the file is an internal type
 */
export function withoutInternal(code: string, isInternal: (name: string) => boolean): string {
  const nodes = [...nodesIn(parseAst(code, { lang: 'dts' }))];
  const parameters = new Set<string>();
  const isHidden = (node: Node): boolean => {
    const name = referredName(node);
    return name !== undefined && (isInternal(name) || parameters.has(name));
  };
  for (const node of nodes) {
    const { type, name, constraint } = node;
    if (type === 'TSTypeParameter' && isNode(constraint) && isHidden(constraint)) parameters.add(nameIn(name));
  }
  const edits: Edit[] = [];
  const listed = new Set<Node>();
  for (const node of nodes) {
    const isMember = node.type === 'TSPropertySignature' || node.type === 'TSMethodSignature';
    const doc = isMember ? internalDoc.exec(code.slice(0, node.start)) : null;
    if (doc !== null) edits.push({ start: code.slice(0, doc.index).trimEnd().length, end: node.end, text: '' });
    for (const list of [node['types'], node['params']].filter((one) => Array.isArray(one))) {
      const items = list.filter(isNode);
      for (const [at, item] of items.entries()) {
        const isParameter = item.type === 'TSTypeParameter' && parameters.has(nameIn(item['name']));
        if (items.length === 1 || !(isParameter || isHidden(item))) continue;
        const [start, end] = [items[at - 1]?.end ?? item.start, at === 0 ? (items[1]?.start ?? item.end) : item.end];
        listed.add(item);
        edits.push({ start, end, text: '' });
      }
    }
    if (isHidden(node) && !listed.has(node)) edits.push({ start: node.start, end: node.end, text: 'never' });
  }
  return edited(code, edits);
}

/** Applies edits from the last to the first; leaves out those inside of another one. */
function edited(code: string, edits: readonly Edit[]): string {
  const outer = edits.filter(
    (one) => !edits.some((other) => other !== one && other.start <= one.start && one.end <= other.end),
  );
  return outer
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** All nodes, each before the nodes in it. */
function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const field of Object.values(value)) yield* nodesIn(field);
}

function referredName(node: Node): string | undefined {
  return node.type === 'TSTypeReference' ? nameIn(node['typeName']) : undefined;
}

function nameIn(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
}
