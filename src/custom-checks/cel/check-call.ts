import { nearest } from '../../syntax/near.ts';
import { flaw, type Findings, type Scope } from './findings.ts';
import { functionNames, selectOverloads, refused, typeLiterals } from './functions/functions.ts';
import { patternFlaw } from './functions/regex.ts';
import { callText, type Overload } from './signature.ts';
import type { NodeOf } from './syntax.ts';
import { dyn, fitsType, joinAll, typeText, withBound, type Type } from './types.ts';

type CallNode = NodeOf<'call'>;

/** True if the name before the dot is neither a variable nor a type, as in `math.greatest(x)`. */
export function isNamespaced({ isMethod, args }: CallNode, scope: Scope): boolean {
  const [receiver] = args;
  return isMethod && receiver?.kind === 'name' && !scope.has(receiver.name) && !typeLiterals.has(receiver.name);
}

/**
 * Returns the type of a call, and stores for the evaluator which overloads fit the types of its arguments. `types` is
 * empty for a namespaced call.
 */
export function checkCall(node: CallNode, types: readonly Type[], found: Findings): Type {
  const { name, isMethod, args, at } = node;
  const all = selectOverloads(name).filter((one) => one.isMethod === isMethod);
  const isUnknown = types.length < args.length;
  if (all.length === 0 || isUnknown) return unknownFunction(node, isUnknown, found);
  const fitting = all.flatMap((one) => {
    const result = resolveResultType(one, types);
    return result === undefined ? [] : [{ one, result }];
  });
  if (fitting.length === 0) return flaw(found, at, `no overload '${callText(name, isMethod, types.map(typeText))}'`);
  found.calls.set(
    node,
    fitting.map(({ one }) => one),
  );
  checkPattern(node, found);
  return joinAll(fitting.map(({ result }) => result)) ?? dyn;
}

function resolveResultType({ params, result }: Overload, types: readonly Type[]): Type | undefined {
  const bound = new Map<string, Type>();
  if (params.length !== types.length) return undefined;
  const fits = params.every((param, index) => fitsType(param, types[index] ?? dyn, bound));
  return fits ? withBound(result, bound) : undefined;
}

function unknownFunction({ name, isMethod, args, at }: CallNode, isNamespaced: boolean, found: Findings): Type {
  const [receiver] = args;
  const space = isNamespaced && receiver?.kind === 'name' ? receiver.name : '';
  const isKnown = selectOverloads(name).length > 0;
  if (refused.has(name) || refused.has(space)) return flaw(found, at, `${dotted(space, name)}() is not supported`);
  if (isKnown && space !== '') return flaw(found, receiver?.at ?? at, `unknown variable '${space}'`);
  if (isKnown)
    return flaw(found, at, isMethod ? `'${name}' is a function: ${name}(x)` : `'${name}' is a method: x.${name}()`);
  if (macros.has(name)) return flaw(found, at, `${name}() does not take ${args.length - (isMethod ? 1 : 0)} arguments`);
  const [near] = nearest(name, [...functionNames, ...macros]);
  const hint = near === undefined ? '' : `; did you mean '${near}'?`;
  return flaw(found, at, `unknown function '${dotted(space, name)}'${hint}`);
}

function dotted(space: string, name: string): string {
  return space === '' ? name : `${space}.${name}`;
}

const macros: ReadonlySet<string> = new Set([
  'all',
  'exists',
  'exists_one',
  'map',
  'filter',
  'optMap',
  'optFlatMap',
  'or',
  'orValue',
  'has',
]);

const matching = new Set(['matches', 'find', 'findAll']);

/** Adds a flaw for an invalid literal pattern, so that it is found before the expression is evaluated. */
function checkPattern({ name, args }: CallNode, found: Findings): void {
  const [, pattern] = args;
  if (!matching.has(name) || pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return;
  const message = patternFlaw(pattern.value);
  if (message !== undefined) flaw(found, pattern.at, message);
}
