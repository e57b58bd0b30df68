/**
 * `npx tsx bench/attacks.ts [PART OF A NAME]`: runs the built command, with its real limits, against hostile servers on
 * the loopback, and then each parser of outside text on its worst shapes. Prints two Markdown tables. Exit code 1 if a
 * scan does not stay below the memory goal, ends with a signal, or is ready with nothing unknown although not all was
 * read; or if a text that is twice as long costs more than the goal allows. Build first.
 */
import { attacks } from '../test/world/attacks.ts';
import { startHostile } from '../test/world/hostile.ts';
import { readableAttacks, textAttacks } from '../test/world/text-attacks.ts';
import { printParserCosts } from './parsers.ts';
import { measured } from '../test/world/measured.ts';

const memoryGoal = 400;
const [part = ''] = process.argv.slice(2);
const chosen = Object.entries(attacks).filter(([name]) => name.includes(part));

console.log('| attack | result | seconds | peak MB |\n| --- | --- | --- | --- |');
for (const [name, attack] of chosen) {
  const world = await startHostile(attack);
  const started = performance.now();
  const { code, signal, peak, stdout, stderr } = await measured(
    ['scan', '--cluster', 'prod', '--format', 'json', '--timeout', chooseTimeout(name)],
    { env: world.env, cwd: world.folder },
  );
  const seconds = (performance.now() - started) / 1000;
  await world.close();
  const mayBeReady = readableAttacks.has(name) || stdout.includes('"status": "unknown"');
  const isHonest = code === 1 || code === 2 || code === 3 || (code === 0 && mayBeReady);
  const meetsGoal = peak < memoryGoal && signal === null && isHonest;
  if (!meetsGoal) process.exitCode = 1;
  const result = `${code ?? signal}: ${describeUnknown(stdout) ?? stderr.split('\n')[0] ?? ''}`;
  console.log(`| ${name} | ${result} | ${seconds.toFixed(1)} | ${peak.toFixed(0)}${meetsGoal ? '' : ' (!)'} |`);
}

if (!(await printParserCosts(part))) process.exitCode = 1;

function chooseTimeout(name: string): string {
  if (name in textAttacks) return '30s';
  return /second/.test(name) ? '1m' : '4m';
}

/** Counts the unread facts by the kind of their reason, and the checks that are unknown. */
function describeUnknown(stdout: string): string | undefined {
  const { results } = (stdout === '' ? {} : JSON.parse(stdout)) as {
    results?: { status: string; missing: { fact: string; reason: string }[] }[];
  };
  if (results === undefined) return undefined;
  const kinds = new Map(results.flatMap(({ missing }) => missing).map(({ fact, reason }) => [fact, reason]));
  const counts = new Map<string, number>();
  for (const kind of kinds.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const unknown = results.filter(({ status }) => status === 'unknown').length;
  const facts = [...counts].map(([kind, count]) => `${count} facts ${kind}`).join(', ') || 'all facts read';
  return unknown === 0 ? facts : `${facts}; ${unknown} checks unknown`;
}
