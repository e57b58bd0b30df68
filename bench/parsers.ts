import { parseAwsAuth } from '../src/collectors/kube/aws-auth.ts';
import { readBootSettings } from '../src/collectors/user-data/boot-settings.ts';
import { parseCorefile } from '../src/syntax/corefile/parse.ts';
import { parseWithoutManagedFields } from '../src/sources/kube/managed-fields.ts';
import { parseData } from '../src/syntax/yaml.ts';
import { corefileShapes, listShapes, userDataShapes, yamlShapes, type Shapes } from '../test/fuzz/text-shapes.ts';

/** A parser of text from outside, with the largest text that it takes. */
interface Parser {
  parse(text: string): unknown;
  shapes: Shapes;
  longest: number;
}

const kib = 1024;

const parsers: Readonly<Record<string, Parser>> = {
  'user data': { parse: readBootSettings, shapes: userDataShapes, longest: 62 * kib },
  YAML: { parse: (text) => parseData(text, { merge: true }), shapes: yamlShapes, longest: 256 * kib },
  'aws-auth': { parse: (mapRoles) => parseAwsAuth({ mapRoles }), shapes: yamlShapes, longest: 256 * kib },
  Corefile: { parse: parseCorefile, shapes: corefileShapes, longest: 256 * kib },
  'a list in JSON': {
    parse: parseList,
    shapes: listShapes,
    longest: 4 * 1024 * kib,
  },
};

function parseList(text: string): unknown {
  try {
    return parseWithoutManagedFields(Buffer.from(text));
  } catch (error) {
    return error;
  }
}

/** A text that is twice as long may cost this many times as much CPU time. */
const goal = 2.5;
/** Less than this many milliseconds is not compared: the parser refused the text. */
const least = 100;

/**
 * Measures what each parser costs on each shape at half its limit and at its limit, and prints the worst ratio of each.
 * @param part only parsers with this part of a name
 * @returns false if one misses the goal
 */
export async function printParserCosts(part: string): Promise<boolean> {
  const chosen = Object.entries(parsers).filter(([name]) => name.includes(part));
  if (chosen.length > 0) {
    console.log('\n| parser | shapes | worst ratio of CPU time, n to 2n | at that shape | longest, in ms |');
    console.log('| --- | --- | --- | --- | --- |');
  }
  let meetsGoal = true;
  for (const [name, parser] of chosen) {
    const costs: { shape: string; ratio: number; cost: number }[] = [];
    for (const [shape, build] of Object.entries(parser.shapes))
      costs.push({ shape, ...(await measure(parser, build)) });
    const worst = costs.toSorted((one, other) => other.ratio - one.ratio)[0];
    const longest = Math.max(...costs.map(({ cost }) => cost));
    const isOver = (worst?.ratio ?? 0) > goal;
    meetsGoal &&= !isOver;
    const ratio = `${worst?.ratio.toFixed(2) ?? ''}${isOver ? ' (!)' : ''}`;
    console.log(`| ${name} | ${costs.length} | ${ratio} | ${worst?.shape ?? ''} | ${longest.toFixed(0)} |`);
  }
  return meetsGoal;
}

/** The smallest of three costs of both lengths, in milliseconds. */
async function measure({ parse, longest }: Parser, build: (length: number) => string) {
  const [short, long] = [build(longest / 2), build(longest)];
  await cpu(parse, short);
  const costs = { short: Infinity, long: Infinity };
  for (let round = 0; round < 3; round += 1) {
    costs.short = Math.min(costs.short, await cpu(parse, short));
    costs.long = Math.min(costs.long, await cpu(parse, long));
  }
  const ratio = costs.long < least ? 0 : costs.long / Math.max(costs.short, least / 2);
  return { ratio, cost: costs.long };
}

async function cpu(parse: Parser['parse'], text: string): Promise<number> {
  const before = process.cpuUsage();
  await parse(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
