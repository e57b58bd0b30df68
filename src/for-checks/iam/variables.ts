import type { Piece } from './pattern.ts';
import { anyText, type ContextLookup } from './request.ts';

/** Splits a text into what stands between variables and, in turn, what stands in them. */
const variable = /\$\{([^{}]*)\}/;

/** How a text of a policy is parsed. */
export interface Reading {
  /** Only policies of Version 2012-10-17 have variables; in others `${aws:username}` is text. */
  variables: boolean;
  /** `*` and `?` are wildcards, as in Resource, StringLike and the operators of ARNs. */
  wildcards: boolean;
}

/** Splits a text of a policy into pieces, with its variables replaced by their values. */
export function parsePieces(text: string, { variables, wildcards }: Reading, lookup: ContextLookup): Piece[] {
  if (!variables || !text.includes('${')) return plain(text, wildcards);
  return text
    .split(variable)
    .flatMap((part, at) => (at % 2 === 0 ? plain(part, wildcards) : resolveVariable(part, lookup)));
}

/** `${*}`, `${?}` and `${$}` stand for the letters themselves; only a key with one value can be inserted. */
function resolveVariable(inner: string, lookup: ContextLookup): Piece[] {
  if (['*', '?', '$'].includes(inner)) return [{ text: inner }];
  const [first = '', ...others] = inner.split(',');
  const key = first.trim();
  const fallback = /^'(.*)'$/s.exec(others.join(',').trim())?.[1];
  const values = lookup(key);
  if (values === undefined || values.length > 1) return [{ unresolved: key }];
  const [value = fallback] = values;
  return value === undefined ? [{ absent: key }] : toPieces(value, key);
}

/** The parts of a value that are `anyText` count as unknown: they never surely equal another text. */
function toPieces(value: string, key: string): Piece[] {
  return value
    .split(anyText)
    .flatMap((text, at) => [...(at === 0 ? [] : [{ unresolved: key }]), ...(text === '' ? [] : [{ text }])]);
}

function plain(text: string, wildcards: boolean): Piece[] {
  if (text === '') return [];
  if (!wildcards || !/[*?]/.test(text)) return [{ text }];
  return text
    .split(/([*?])/)
    .filter((part) => part !== '')
    .map((part) => (part === '*' || part === '?' ? { wildcard: part } : { text: part }));
}
