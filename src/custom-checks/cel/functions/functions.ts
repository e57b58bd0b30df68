import type { Overload } from '../signature.ts';
import { conversions } from './conversions.ts';
import { lists } from './lists.ts';
import { operators } from './operators.ts';
import { quantities } from './quantity.ts';
import { regex } from './regex.ts';
import { versions } from './semver.ts';
import { strings } from './strings.ts';
import { times } from './times.ts';

const byName = new Map<string, Overload[]>();
for (const one of [operators, strings, lists, regex, quantities, versions, times, conversions].flat()) {
  byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
}

/** All overloads of a function or operator; empty if it is unknown. */
export function selectOverloads(name: string): readonly Overload[] {
  return byName.get(name) ?? [];
}

/** The names to suggest for a misspelled function: excludes symbols and functions in a namespace. */
export const functionNames: readonly string[] = [...byName.keys()].filter((name) => /^[a-z]\w+$/.test(name));

/** Functions and namespaces of Kubernetes or CEL that these rules do not support; the error says so. */
export const refused: ReadonlySet<string> = new Set(
  [
    'authorizer base64 bytes cidr distinct first flatten format getEscapedPath getHost getHostname getPort getQuery',
    'getScheme includes ip isCIDR isIP isURL jsonpatch last lists math quote reverse slice sort sortBy strings',
    'transformList transformMap transformMapEntry uint url',
  ].flatMap((line) => line.split(' ')),
);

/** Names of types, for comparison with `type(x)`. */
export const typeLiterals: ReadonlySet<string> = new Set('bool int double string list map null_type type'.split(' '));
