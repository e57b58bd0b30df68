import { pickOne, type Random } from './mutate.ts';

/** Random rule expressions that are built to be expensive: nested values, repeatedly used values, doubled texts. */

interface Making {
  random: Random;
  /** Names of lists and of texts in scope. */
  lists: readonly string[];
  texts: readonly string[];
  /** How much deeper the expression may become. */
  depth: number;
}

/** A random bool expression on the variable `object`, whose value test/fuzz/expressions.slow.test.ts builds. */
export function hostileExpression(random: Random): string {
  const lists = ['object.ten', 'object.one', 'object.other', 'object.deep', 'object.same'];
  return truth({ random, lists, texts: ['object.short', 'object.long', 'object.alike'], depth: 2 + random() * 4 });
}

function below(making: Making): Making {
  return { ...making, depth: making.depth - 1 };
}

/** A new name, and the scope that contains it. */
function named(making: Making, kind: 'lists' | 'texts'): { name: string; inside: Making } {
  const name = `${kind === 'lists' ? 'l' : 't'}${making.lists.length + making.texts.length}`;
  return { name, inside: { ...below(making), [kind]: [...making[kind], name] } };
}

function times(random: Random, most: number): number {
  return 1 + Math.floor(random() * most);
}

function truth(making: Making): string {
  const { random, depth } = making;
  const inner = below(making);
  const of = { list: () => list(inner), text: () => text(inner), any: () => any(inner), truth: () => truth(inner) };
  const flat = [
    () => `${of.list()} == ${of.list()}`,
    () => `${of.list()} != ${of.list()}`,
    () => `dyn(${of.any()}) in ${of.list()}`,
    () => `${of.text()} == ${of.text()}`,
    () => `${of.text()} <= ${of.text()}`,
    () => `${of.text()}.contains(${of.text()})`,
    () => `${of.text()} in {${of.text()}: 1}`,
    () => `{${of.text()}: ${of.list()}} == {${of.text()}: ${of.list()}}`,
    () => `{'a': ${of.list()}} == {'a': ${of.list()}}`,
    () => `optional.of(${of.list()}) == optional.of(${of.list()})`,
    () => `${of.text()}.matches(${pattern(inner)})`,
    () => `${of.text()}.${pickOne(random, ['indexOf', 'lastIndexOf'])}(${of.text()}) >= 0`,
    () => `${of.list()}.${pickOne(random, ['indexOf', 'lastIndexOf'])}(${of.any()}) >= 0`,
    () => `sets.${pickOne(random, ['contains', 'equivalent', 'intersects'])}(${of.list()}, ${of.list()})`,
    () => `size(${of.list()}) > 3`,
    () => `size(${of.text()}) > 3`,
    () => `${of.list()}.isSorted()`,
    () => `${texts(inner)}.${pickOne(random, ['min', 'max'])}() != ''`,
  ];
  const nested = [loop, loop, loop, bound, bound, (one: Making) => `(${truth(below(one))} || ${truth(below(one))})`];
  return depth > 0 && random() < 0.6 ? pickOne(random, nested)(making) : pickOne(random, flat)();
}

function loop(making: Making): string {
  const kind = pickOne(making.random, ['lists', 'texts'] as const);
  const { name, inside } = named(making, kind);
  const range = kind === 'lists' ? list(below(making)) : texts(below(making));
  return `${range}.${pickOne(making.random, ['all', 'exists', 'exists_one'])}(${name}, ${truth(inside)})`;
}

function bound(making: Making): string {
  const kind = pickOne(making.random, ['lists', 'texts'] as const);
  const { name, inside } = named(making, kind);
  return `cel.bind(${name}, ${kind === 'lists' ? list(below(making)) : text(below(making))}, ${truth(inside)})`;
}

function any(making: Making): string {
  return making.random() < 0.6 ? list(making) : text(making);
}

function list(making: Making): string {
  const { random, lists } = making;
  if (making.depth <= 0) return pickOne(random, lists);
  const inner = below(making);
  const { name, inside } = named(making, 'lists');
  return pickOne(random, [
    () => pickOne(random, lists),
    () => `[${Array.from({ length: times(random, 4) }, () => `dyn(${any(inner)})`).join(', ')}]`,
    () => `(${list(inner)} + ${list(inner)})`,
    () => `${list(inner)}.map(${name}, dyn(${any(inside)}))`,
    () => `${list(inner)}.filter(${name}, ${truth(inside)})`,
    () => `${list(inner)}.map(${name}, ${truth(inside)}, dyn(${name}))`,
    () => `dyn(${pickOne(random, lists)})${grown(random)}`,
    () => `dyn(${pickOne(random, lists)})${grown(random)}`,
    () => texts(inner),
  ])();
}

/** Lists of lists of lists: repeated `.map(x, [x, x, x])`. */
function grown(random: Random): string {
  const items = Array.from({ length: 1 + times(random, 9) }, () => 'dyn(x)').join(', ');
  return `.map(x, [${items}])`.repeat(times(random, 12));
}

function texts(making: Making): string {
  const { random } = making;
  const inner = below(making);
  const { name, inside } = named(making, 'texts');
  if (making.depth <= 0) return `[${text(inner)}, ${text(inner)}]`;
  return pickOne(random, [
    () => `[${text(inner)}, ${text(inner)}]`,
    () => `${text(inner)}.split(${text(inner)})`,
    () => `${text(inner)}.findAll(${pattern(inner)})`,
    () => `${list(inner)}.map(i, ${text(inner)})`,
    () => `${texts(inner)}.map(${name}, ${text(inside)})`,
  ])();
}

function text(making: Making): string {
  const { random } = making;
  if (making.depth <= 0) return pickOne(random, [...making.texts, "''", "'a'", "'b'"]);
  const inner = below(making);
  const one = () => text(inner);
  return pickOne(random, [
    () => pickOne(random, making.texts),
    () => `(${one()} + ${one()})`,
    () => `${one()}.replace(${one()}, ${one()})`,
    () => `${texts(inner)}.join(${one()})`,
    () => `${one()}.${pickOne(random, ['lowerAscii', 'upperAscii', 'trim'])}()`,
    () => `${one()}.substring(${pickOne(random, ['0', '1', '100'])})`,
    () => `${one()}.find(${pattern(inner)})`,
    () => doubled(making),
  ])();
}

/** A text that doubles repeatedly. */
function doubled(making: Making): string {
  const { random, texts: known } = making;
  const steps = times(random, 18);
  const name = (step: number): string => `d${known.length}_${step}`;
  const binds = Array.from({ length: steps }, (_, step) => {
    const before = step === 0 ? pickOne(random, known) : name(step - 1);
    return `cel.bind(${name(step)}, ${before} + ${before}, `;
  });
  return `${binds.join('')}${name(steps - 1)}${')'.repeat(steps)}`;
}

function pattern(making: Making): string {
  const { random } = making;
  const written = ["'a'", "'(a+)+b'", "'a*b|a'", "'(?:a?){300}c'", "'(?i)[^\\\\pL]*x'", "'[[:alpha:]]{100}'"];
  return random() < 0.8 ? pickOne(random, written) : text(making);
}
