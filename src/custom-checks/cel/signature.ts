import type { Cost } from './cost.ts';
import { parseType, type Type } from './types.ts';
import { isList, isMap, toTypeName, type CelValue, type Outcome } from './values.ts';

/** One form of a function or an operator: what it takes, what it returns, and how. */
export interface Overload {
  /** `startsWith`, `+`, `sets.contains`. */
  readonly name: string;
  /** True where the first parameter stands before the dot. */
  readonly isMethod: boolean;
  readonly params: readonly Type[];
  readonly result: Type;
  /** It spends what it costs beyond reading the values and making the result. */
  readonly call: (values: readonly CelValue[], cost: Cost) => Outcome;
}

/**
 * Overloads by their signatures: `'string.charAt(int): string'`, `'size(list): int'`, `'sets.contains(list<A>, list<A>): bool'`.
 * The values that a function gets are of the types that its signature names: `accepts` has seen to it.
 * @throws an error of the programmer where a signature is not one
 */
export function overloads(table: Readonly<Record<string, (...values: never[]) => Outcome>>): Overload[] {
  return Object.entries(table).map(([signature, call]) =>
    overload(signature, (values) => call(...(values as never[]))),
  );
}

/** The same for functions that take what they cost, because they look into elements, or look at some more than once. */
export function costly(table: Readonly<Record<string, (cost: Cost, ...values: never[]) => Outcome>>): Overload[] {
  return Object.entries(table).map(([signature, call]) =>
    overload(signature, (values, cost) => call(cost, ...(values as never[]))),
  );
}

function overload(signature: string, call: Overload['call']): Overload {
  const [, head, inner, result] = /^([^(]{1,60})\((.{0,80})\): (.{1,40})$/.exec(signature) ?? [];
  if (head === undefined || inner === undefined || result === undefined) throw new TypeError(signature);
  const dot = head.lastIndexOf('.');
  const receiver = dot === -1 ? undefined : parseType(head.slice(0, dot));
  const params = inner === '' ? [] : inner.split(', ').map((one) => requireType(one, signature));
  return {
    name: receiver === undefined ? head : head.slice(dot + 1),
    isMethod: receiver !== undefined,
    params: receiver === undefined ? params : [receiver, ...params],
    result: requireType(result, signature),
    call,
  };
}

function requireType(text: string, signature: string): Type {
  const type = parseType(text);
  if (type === undefined) throw new TypeError(`${signature}: ${text}`);
  return type;
}

/** True where the values may be passed to the overload: also each element of a list of a certain type. */
export function accepts(overload: Overload, values: readonly CelValue[]): boolean {
  return values.every((value, index) => {
    const type = overload.params[index];
    return type !== undefined && isOfType(value, type);
  });
}

function isOfType(value: CelValue, type: Type): boolean {
  if (isAny(type)) return true;
  if (toTypeName(value) !== type.name) return false;
  if (type.name === 'list' && isList(value)) return isAny(type.of) || value.every((one) => isOfType(one, type.of));
  return type.name === 'map' && isMap(value) && !isAny(type.of)
    ? [...value.values()].every((one) => isOfType(one, type.of))
    : true;
}

function isAny({ name }: Type): boolean {
  return name === 'dyn' || name === 'A' || name === 'B';
}

/** A call in the words of a message: `string + int`, `-string`, `int.startsWith(string)`, `size(int)`. */
export function callText(name: string, isMethod: boolean, types: readonly string[]): string {
  const [first = '', ...rest] = types;
  if (/^[a-zA-Z]/.test(name) && name !== 'in') {
    return isMethod ? `${first}.${name}(${rest.join(', ')})` : `${name}(${types.join(', ')})`;
  }
  return types.length === 1 ? `${name}${first}` : `${first} ${name} ${rest.join(', ')}`;
}
