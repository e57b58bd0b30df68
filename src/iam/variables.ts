import type { Piece } from './pattern.ts';
import type { Told } from './request.ts';

const variable = /\$\{([^{}]*)\}/;
const withDefault = /^\s*([^,]*?)\s*,\s*'(.*)'\s*$/;

/** How a text of a policy is read. */
export interface Reading {
  /** Variables are known to policies of Version 2012-10-17 only; in others `${aws:username}` is text. */
  variables: boolean;
  /** `*` and `?` are wildcards, as in Resource, StringLike and the operators of ARNs. */
  wildcards: boolean;
}

/** Splits a text of a policy into pieces, with the values of its variables put in. */
export function piecesOf(text: string, { variables, wildcards }: Reading, told: Told): Piece[] {
  const found = variables ? variable.exec(text) : null;
  if (found === null) return plain(text, wildcards);
  const rest = text.slice(found.index + found[0].length);
  return [
    ...plain(text.slice(0, found.index), wildcards),
    valueOf(found[1] ?? '', told),
    ...piecesOf(rest, { variables, wildcards }, told),
  ];
}

/** `${*}`, `${?}` and `${$}` stand for the letters themselves; only a key with one value can be put in. */
function valueOf(inner: string, told: Told): Piece {
  if (['*', '?', '$'].includes(inner)) return { text: inner };
  const [, keyBefore, fallback] = withDefault.exec(inner) ?? [];
  const key = keyBefore ?? inner.trim();
  const values = told(key);
  if (values === undefined || values.length > 1) return { untold: key };
  const [value = fallback] = values;
  return value === undefined ? { absent: key } : { text: value };
}

function plain(text: string, wildcards: boolean): Piece[] {
  if (text === '') return [];
  if (!wildcards) return [{ text }];
  return text
    .split(/([*?])/)
    .filter((part) => part !== '')
    .map((part) => (part === '*' || part === '?' ? { wildcard: part } : { text: part }));
}
