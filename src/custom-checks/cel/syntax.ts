import type { CelValue } from './values.ts';

/** A comprehension. The last two apply to the value of an optional. */
export type Macro = 'all' | 'exists' | 'exists_one' | 'map' | 'filter' | 'optMap' | 'optFlatMap';

/** An expression. `at` is its index in the text, from 0. */
export type Node = { readonly at: number } & (
  | { readonly kind: 'literal'; readonly value: CelValue }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'select'; readonly of: Node; readonly field: string; readonly isOptional: boolean }
  | { readonly kind: 'index'; readonly of: Node; readonly index: Node; readonly isOptional: boolean }
  | { readonly kind: 'has'; readonly of: Node; readonly field: string; readonly isOptional: boolean }
  /** An operator or a function; the first argument of a method is its receiver. */
  | { readonly kind: 'call'; readonly name: string; readonly isMethod: boolean; readonly args: readonly Node[] }
  | { readonly kind: 'equal'; readonly isNegated: boolean; readonly left: Node; readonly right: Node }
  | { readonly kind: 'member'; readonly value: Node; readonly of: Node }
  | { readonly kind: 'logic'; readonly decides: boolean; readonly left: Node; readonly right: Node }
  | { readonly kind: 'choice'; readonly test: Node; readonly yes: Node; readonly no: Node }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Node, Node])[] }
  | {
      readonly kind: 'loop';
      readonly macro: Macro;
      readonly variable: string;
      readonly range: Node;
      /** The condition of a `map` with three arguments. */
      readonly filter?: Node;
      readonly body: Node;
    }
  | { readonly kind: 'bind'; readonly variable: string; readonly value: Node; readonly body: Node }
  /** `or` and `orValue`: `other` is evaluated only if `of` has no value. */
  | { readonly kind: 'fallback'; readonly form: 'or' | 'orValue'; readonly of: Node; readonly other: Node }
  /** Syntax that is not CEL, or that these rules do not support: the checker reports it. */
  | { readonly kind: 'refused'; readonly message: string }
);

export type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** An error in an expression; line and column count from 1. */
export interface CelFlaw {
  line: number;
  column: number;
  message: string;
}

/** Converts an index to line and column, from 1. Columns count characters, not bytes. */
export function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}

/** An expression as a path for messages, without the root variable: `spec.replicas`; empty if it is not a path. */
export function pathText(node: Node, isRoot: (name: string) => boolean): string {
  if (node.kind === 'name') return isRoot(node.name) ? '' : node.name;
  if (node.kind === 'index') {
    const { index } = node;
    const key = index.kind === 'literal' && typeof index.value !== 'object' ? String(index.value) : '…';
    return `${pathText(node.of, isRoot)}[${key}]`;
  }
  if (node.kind !== 'select') return '';
  const of = pathText(node.of, isRoot);
  return of === '' ? node.field : `${of}.${node.field}`;
}

const keywords =
  'true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while';

const words: ReadonlySet<string> = new Set(keywords.split('|').map((word) => `__${word}__`));

/**
 * True for a field name that is escaped as in Kubernetes (`__namespace__`, `a__dot__b`). Kubernetes escapes fields of a
 * schema, but not keys of a map; without a schema, both look the same.
 * Source: k8s.io/apiserver/pkg/cel/escaping.go
 */
export function isEscaped(field: string): boolean {
  return words.has(field) || /__(?:underscores|dot|dash|slash)__/.test(field);
}
