import { changedPlaces, isCount, isDate, tomorrow, type Change, type Mutation } from './mutation.ts';
import { isXmlList, parseXml, printXml, type Element } from './xml.ts';

/** Every change of every element of an answer in XML; of long lists, of the first two entries and the last. */
export function* mutateXml(body: string): Generator<Mutation> {
  const root = parseXml(body);
  yield* mutateWithin(root, [], []);
  const result = typeof root.content === 'string' ? undefined : root.content[0];
  if (result?.name.endsWith('Result') === true && typeof result.content !== 'string') yield* mutateEnd(root, result);
}

/** @param path the places of the elements from the root to this one */
function* mutateWithin(root: Element, path: readonly number[], names: readonly string[]): Generator<Mutation> {
  const element = elementAt(root, path);
  const { content } = element;
  if (path.length > 0) {
    for (const [change, instead] of changesFor(element)) yield toMutation(root, path, names, [change, instead]);
  }
  if (typeof content === 'string') return;
  const isList = isXmlList(element);
  const places = isList ? changedPlaces(content.length) : content.keys();
  for (const place of places) {
    const name = isList ? '*' : (content[place]?.name ?? '');
    yield* mutateWithin(root, [...path, place], [...names, name]);
  }
}

function* changesFor(element: Element): Generator<[Change, readonly Element[] | string | undefined]> {
  const { name, content } = element;
  if (!/^(?:item|member)$/.test(name)) yield ['removed', undefined];
  yield ['null', ''];
  if (typeof content !== 'string') {
    yield ['other type', 'text'];
    if (!isXmlList(element)) return;
    yield ['doubled', [...content, ...content]];
    if (content.length > 1) yield ['last dropped', content.slice(0, -1)];
    return;
  }
  if (/^(?:-?\d+(?:\.\d+)?|true|false)$/.test(content)) yield ['other type', 'text'];
  if (isDate(content)) yield ['future', tomorrow];
  else if (/^\d+$/.test(content) && isCount(name)) yield ['contradicting', '1000000000'];
}

function toMutation(
  root: Element,
  path: readonly number[],
  names: readonly string[],
  [change, instead]: [Change, readonly Element[] | string | undefined],
): Mutation {
  const places = path.filter((_, depth) => names[depth] === '*');
  return { member: names.join('.'), change, places, make: () => printXml(replaced(root, path, instead)) };
}

function elementAt(root: Element, path: readonly number[]): Element {
  return path.reduce((element, place) => childAt(element, place), root);
}

function childAt({ content }: Element, place: number): Element {
  const child = typeof content === 'string' ? undefined : content[place];
  if (child === undefined) throw new Error(`no element ${place}`);
  return child;
}

function replaced(
  root: Element,
  [place, ...rest]: readonly number[],
  instead: Element['content'] | undefined,
): Element {
  if (place === undefined) return { ...root, content: instead ?? '' };
  const content = typeof root.content === 'string' ? [] : root.content;
  const now = content.flatMap((child, index) => {
    if (index !== place) return [child];
    return rest.length === 0 && instead === undefined ? [] : [replaced(child, rest, instead)];
  });
  return { ...root, content: now };
}

/** The end of a list of IAM that says that it goes on, without where. */
function* mutateEnd(root: Element, result: Element): Generator<Mutation> {
  const content = typeof result.content === 'string' ? [] : result.content;
  if (content.some(({ name }) => name === 'Marker' || name === 'NextToken')) return;
  if (!/^(?:List|GetAccountAuthorization)/.test(result.name)) return;
  const others = content.filter(({ name }) => name !== 'IsTruncated');
  const ended = { ...result, content: [...others, { name: 'IsTruncated', content: 'true' }] };
  const make = () => printXml({ ...root, content: [ended] });
  yield { member: `${result.name}.IsTruncated`, change: 'contradicting', places: [], make };
}
