import type { Piece } from './pattern.ts';
import { anyText, type ContextLookup } from './request.ts';

/** A text that is split by this gives literal text and the contents of variables, alternately. */
const variable = /\$\{([^{}]*)\}/;

/** How a text of a policy is parsed. */
export interface Reading {
  /** True for Version 2012-10-17; in other policies, `${aws:username}` is literal text. */
  variables: boolean;
  /** True if `*` and `?` are wildcards, as in Resource, StringLike and the ARN operators. */
  wildcards: boolean;
}

/** Parses a text of a policy, and replaces variables with their values. */
export function parsePieces(text: string, { variables, wildcards }: Reading, lookup: ContextLookup): Piece[] {
  if (!variables || !text.includes('${')) return plain(text, wildcards);
  return text
    .split(variable)
    .flatMap((part, at) => (at % 2 === 0 ? plain(part, wildcards) : resolveVariable(part, lookup)));
}

/**
 * `${*}`, `${?}` and `${$}` are literal characters. Every other variable becomes the value of its key, or its default
 * if the request lacks the key. A key with several values is unresolved.
 */
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

/** `anyText` in a value becomes an unknown piece, which is never certain to equal another text. */
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
