import type { Cost } from './cost.ts';
import { parseType, type Type } from './types.ts';
import { isList, isMap, toTypeName, type CelValue, type Outcome } from './values.ts';

/** One overload of a function or an operator. */
export interface Overload {
  /** `startsWith`, `+`, `sets.contains`. */
  readonly name: string;
  /** True if the first parameter is the receiver, before the dot. */
  readonly isMethod: boolean;
  readonly params: readonly Type[];
  readonly result: Type;
  /** Evaluates the call. Spends what it costs besides reading its values and creating its result. */
  readonly call: (values: readonly CelValue[], cost: Cost) => Outcome;
}

/**
 * Builds overloads from their signatures: `'string.charAt(int): string'`, `'sets.contains(list<A>, list<A>): bool'`. A
 * function receives only values of the types in its signature: `accepts` checks them first.
 * @throws TypeError if a signature is invalid
 */
export function overloads(table: Readonly<Record<string, (...values: never[]) => Outcome>>): Overload[] {
  return Object.entries(table).map(([signature, call]) =>
    overload(signature, (values) => call(...(values as never[]))),
  );
}

/** As {@link overloads}, for functions whose cost depends on elements or on repeated reads: they receive `cost`. */
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

/** True if the values match the parameters of the overload, including the elements of lists and the values of maps. */
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

/** A call for messages: `string + int`, `-string`, `int.startsWith(string)`, `size(int)`. */
export function callText(name: string, isMethod: boolean, types: readonly string[]): string {
  const [first = '', ...rest] = types;
  if (/^[a-zA-Z]/.test(name) && name !== 'in') {
    return isMethod ? `${first}.${name}(${rest.join(', ')})` : `${name}(${types.join(', ')})`;
  }
  return types.length === 1 ? `${name}${first}` : `${first} ${name} ${rest.join(', ')}`;
}
