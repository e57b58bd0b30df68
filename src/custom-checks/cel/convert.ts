import type { ASTNode } from '@marcbachmann/cel-js';
import type { Macro, Node } from './syntax.ts';
import { int, isFailure } from './values.ts';

/** Converts the tree of cel-js to ours, in which macros, `or`, `orValue`, equality and `in` have separate nodes. */
export function convert(tree: ASTNode, text: string): Node {
  const inner = (node: ASTNode): Node => convert(node, text);
  const at = tree.pos;
  switch (tree.op) {
    case 'value':
      return { at, ...literal(tree.args) };
    case 'id':
      return { at, kind: 'name', name: tree.args };
    case '.':
    case '.?':
      return { at, kind: 'select', of: inner(tree.args[0]), field: tree.args[1], isOptional: tree.op === '.?' };
    case '[]':
    case '[?]': {
      const [of, index] = [inner(tree.args[0]), inner(tree.args[1])];
      return { at, kind: 'index', of, index, isOptional: tree.op === '[?]' };
    }
    case 'call':
      return convertCall(tree, text);
    case 'rcall':
      return convertMethod(tree, text);
    case 'list':
      return { at, kind: 'list', items: tree.args.map(inner) };
    case 'map':
      return { at, kind: 'map', entries: tree.args.map(([key, value]) => [inner(key), inner(value)] as const) };
    case '?:': {
      const [test, yes, no] = tree.args;
      return { at, kind: 'choice', test: inner(test), yes: inner(yes), no: inner(no) };
    }
    case '!_':
    case '-_':
      return unary(at, tree.op, inner(tree.args), tree.args);
    default:
      return binary(at, tree.op, inner(tree.args[0]), inner(tree.args[1]));
  }
}

function literal(value: Extract<ASTNode, { op: 'value' }>['args']): NodeBody {
  if (typeof value === 'bigint') {
    return isFailure(int(value)) ? refuse('an int of more than 64 bits') : { kind: 'literal', value };
  }
  if (typeof value !== 'object' || value === null) return { kind: 'literal', value };
  return refuse(value instanceof Uint8Array ? 'bytes are not supported' : 'uint is not supported');
}

type NodeBody =
  | { kind: 'literal'; value: string | number | bigint | boolean | null }
  | { kind: 'refused'; message: string };

function refuse(message: string): { kind: 'refused'; message: string } {
  return { kind: 'refused', message };
}

/** Converts `!` and `-`. cel-js parses the smallest int as the negation of 2^63, which does not fit into 64 bits. */
function unary(at: number, op: '!_' | '-_', of: Node, tree: ASTNode): Node {
  if (op === '-_' && tree.op === 'value' && tree.args === 2n ** 63n)
    return { at, kind: 'literal', value: -(2n ** 63n) };
  return { at, kind: 'call', name: op.charAt(0), isMethod: false, args: [of] };
}

function binary(at: number, op: string, left: Node, right: Node): Node {
  if (op === '==' || op === '!=') return { at, kind: 'equal', isNegated: op === '!=', left, right };
  if (op === '||' || op === '&&') return { at, kind: 'logic', decides: op === '||', left, right };
  if (op === 'in') return { at, kind: 'member', value: left, of: right };
  return { at, kind: 'call', name: op, isMethod: false, args: [left, right] };
}

function convertCall(tree: Extract<ASTNode, { op: 'call' }>, text: string): Node {
  const [name, trees] = tree.args;
  const at = tree.pos;
  const args = trees.map((one) => convert(one, text));
  if (name !== 'has') return { at, kind: 'call', name, isMethod: false, args };
  const [only, ...more] = args;
  if (only?.kind !== 'select' || more.length > 0) {
    return { at, ...refuse('has() takes one field: has(object.spec.replicas)') };
  }
  return { at: only.at, kind: 'has', of: only.of, field: only.field, isOptional: only.isOptional };
}

const loops: Readonly<Record<Macro, readonly number[]>> = {
  all: [2],
  exists: [2],
  exists_one: [2],
  map: [2, 3],
  filter: [2],
  optMap: [2],
  optFlatMap: [2],
};

const namespaces = ['optional', 'sets'];

function convertMethod(tree: Extract<ASTNode, { op: 'rcall' }>, text: string): Node {
  const [name, receiver, trees] = tree.args;
  const at = Math.max(text.indexOf(name, receiver.end), receiver.end);
  const args = trees.map((one) => convert(one, text));
  const base = receiver.op === 'id' ? receiver.args : '';
  if (base === 'cel' && name === 'bind') return bind(at, args);
  if (namespaces.includes(base)) return { at, kind: 'call', name: `${base}.${name}`, isMethod: false, args };
  const of = convert(receiver, text);
  if (isMacro(name) && loops[name].includes(args.length)) return loop(at, name, of, args);
  const [other] = args;
  if ((name === 'or' || name === 'orValue') && other !== undefined && args.length === 1) {
    return { at, kind: 'fallback', form: name, of, other };
  }
  return { at, kind: 'call', name, isMethod: true, args: [of, ...args] };
}

function isMacro(name: string): name is Macro {
  return Object.hasOwn(loops, name);
}

function loop(at: number, macro: Macro, range: Node, [first, second, third]: readonly Node[]): Node {
  if (first?.kind !== 'name' || second === undefined)
    return { at, ...refuse(`the first argument of ${macro}() is a name`) };
  const variable = first.name;
  if (third !== undefined) return { at, kind: 'loop', macro, variable, range, filter: second, body: third };
  return { at, kind: 'loop', macro, variable, range, body: second };
}

function bind(at: number, [first, value, body]: readonly Node[]): Node {
  if (first?.kind !== 'name' || value === undefined || body === undefined) {
    return { at, ...refuse('cel.bind() takes a name, its value and an expression') };
  }
  return { at, kind: 'bind', variable: first.name, value, body };
}
