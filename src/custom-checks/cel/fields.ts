import type { Node, NodeOf } from './syntax.ts';

/** A path to a part of a variable: names of fields, and `*` for every element or key. */
export type Path = readonly string[];

/** The parts of one variable that an expression reads. */
interface Reads {
  /** Parts whose whole value is used. */
  readonly whole: Path[];
  /** Parts whose presence is tested; `listFieldPaths` drops a path here if a longer path continues it. */
  readonly shape: Path[];
}

/** The parts of the variable that an expression evaluates to; empty if its value is computed. */
type Parts = readonly Path[];
type Aliases = ReadonlyMap<string, Parts>;

/**
 * Lists the paths of a variable's fields that an expression reads. A path ends where a whole value is used; the empty
 * path is the variable itself. If it is uncertain what is read, the path is shorter, so that more is kept.
 */
export function listFieldPaths(node: Node, variable: string): Path[] {
  const reads: Reads = { whole: [], shape: [] };
  use(walk(node, new Map([[variable, [[]]]]), reads), reads);
  const all = [...reads.whole, ...reads.shape];
  const shape = reads.shape.filter((path) => !all.some((other) => other.length > path.length && begins(other, path)));
  return shortest([...reads.whole, ...shape]);
}

/** True if a path begins with `start`. */
function begins(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((step, index) => step === path[index]);
}

/** Removes duplicates, and paths that a shorter one covers. */
function shortest(paths: readonly Path[]): Path[] {
  return paths.filter((path, index) => {
    const isContained = (other: Path, place: number): boolean =>
      place !== index && covers(other, path) && (!covers(path, other) || place < index);
    return !paths.some(isContained);
  });
}

/** True if `other` is a prefix of `path`; `*` matches any step. */
function covers(other: Path, path: Path): boolean {
  return other.length <= path.length && other.every((step, index) => step === '*' || step === path[index]);
}

/** The limit of tracked parts, which can double with each `cel.bind`. Beyond it, the whole variable counts as read. */
const mostParts = 200;

function either(one: Parts, other: Parts, reads: Reads): Parts {
  if (one.length + other.length <= mostParts) return [...one, ...other];
  reads.whole.push([]);
  return [];
}

function use(parts: Parts, reads: Reads): void {
  reads.whole.push(...parts);
}

function below(parts: Parts, step: string): Path[] {
  return parts.map((path) => [...path, step]);
}

/** Records what a part of an expression reads. Returns the parts of the variable that it evaluates to. */
function walk(node: Node, names: Aliases, reads: Reads): Parts {
  switch (node.kind) {
    case 'name':
      return names.get(node.name) ?? [];
    case 'select':
      return below(walk(node.of, names, reads), node.field);
    case 'has':
      reads.shape.push(...below(walk(node.of, names, reads), node.field));
      return [];
    case 'index':
      return walkIndex(node, names, reads);
    case 'call':
      return walkCall(node, names, reads);
    case 'choice':
      use(walk(node.test, names, reads), reads);
      return either(walk(node.yes, names, reads), walk(node.no, names, reads), reads);
    case 'fallback':
      return either(walk(node.of, names, reads), walk(node.other, names, reads), reads);
    case 'loop':
      return walkLoop(node, names, reads);
    case 'bind':
      return walkBind(node, names, reads);
    default:
      for (const inner of operands(node)) use(walk(inner, names, reads), reads);
      return [];
  }
}

type Plain = Exclude<
  Node,
  { kind: 'name' | 'select' | 'has' | 'index' | 'call' | 'choice' | 'fallback' | 'loop' | 'bind' }
>;

/** Operands whose whole values are used. */
function operands(node: Plain): readonly Node[] {
  if (node.kind === 'equal' || node.kind === 'logic') return [node.left, node.right];
  if (node.kind === 'member') return [node.value, node.of];
  if (node.kind === 'list') return node.items;
  return node.kind === 'map' ? node.entries.flat() : [];
}

/** A literal string reads a field, and a literal int an element of a list; any other index reads the whole value. */
function walkIndex({ of, index }: NodeOf<'index'>, names: Aliases, reads: Reads): Parts {
  const parts = walk(of, names, reads);
  if (index.kind === 'literal' && typeof index.value === 'string') return below(parts, index.value);
  if (index.kind === 'literal' && typeof index.value === 'bigint') {
    reads.shape.push(...below(parts, '*'));
    return below(parts, '*');
  }
  use(parts, reads);
  use(walk(index, names, reads), reads);
  return [];
}

/** Functions that return their argument, put it into an optional, or take it out of one. */
const passing = new Set(['dyn', 'optional.of', 'value']);

function walkCall({ name, args }: NodeOf<'call'>, names: Aliases, reads: Reads): Parts {
  const parts = args.flatMap((arg) => walk(arg, names, reads));
  if (passing.has(name)) return parts;
  if (name === 'size') reads.shape.push(...below(parts, '*'));
  else use(parts, reads);
  return [];
}

/** The loop variable represents every element or key: reading a field of it reads that field of all of them. */
function walkLoop(node: NodeOf<'loop'>, names: Aliases, reads: Reads): Parts {
  const range = walk(node.range, names, reads);
  const isOptional = node.macro === 'optMap' || node.macro === 'optFlatMap';
  const elements = isOptional ? range : below(range, '*');
  reads.shape.push(...elements);
  const within = new Map(names).set(node.variable, elements);
  if (node.filter !== undefined) use(walk(node.filter, within, reads), reads);
  const body = walk(node.body, within, reads);
  if (isOptional) return body;
  use(body, reads);
  return node.macro === 'filter' ? range : [];
}

/** The value is evaluated even if the name is not used. */
function walkBind({ variable, value, body }: NodeOf<'bind'>, names: Aliases, reads: Reads): Parts {
  const parts = walk(value, names, reads);
  reads.shape.push(...parts);
  return walk(body, new Map(names).set(variable, parts), reads);
}
