import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { importGraph, modulesBelow } from './imports.ts';

/**
 * Do the tests of `npm test` that import a file notice an error in it? Makes a hundred small errors in code that
 * verdicts depend on, reverts ten bug fixes, and writes the outcomes to `<results>`. With `<earlier results>`, repeats
 * those that were noticed, and exits with 1 if one survives. Takes an hour and needs a clean work tree.
 * npx tsx scripts/mutants.ts <results> [<earlier results>]
 */

const checks = `nodes/kubelet-skew control-plane/subnet-ips addons/coredns-corefile addons/vpc-cni-version karpenter/crds
  addons/load-balancer-controller apis/pod-security-policies karpenter/controller-iam account/spot-service-linked-role
  workloads/pdb-blocks-drain`;
const ofChecks = checks.split(/\s+/).map((check) => `checks/${check}`);
const pools = [['src/judge/'], ['src/for-checks/iam/'], ['src/sources/kube/'], ['src/collectors/'], ofChecks];

/** Commits that fixed a bug: what they changed in `src` and `checks` is reverted. */
const mended = '7c3e8ce1 12a48e4c b0fd5a1f 4f1cb6d6 b4015400 964a422c e8b199c6 bfa62148 1be5b2be 64b61119'.split(' ');

const pairs = '=== !== | < <= | > >= | + - | && || | some every | true false'
  .split(' | ')
  .map((pair) => pair.split(' '));
const swapped = new Map(pairs.flatMap(([one = '', other = '']) => [[one, other] as const, [other, one] as const]));

interface Change {
  /** `src/judge/verdict.ts:12 === -> !==`, or the commit that is reverted. */
  name: string;
  files: readonly string[];
  /** For a mutant: a string that occurs once in its file, and the replacement of that string. */
  old?: string;
  mutated?: string;
}
type Tried = Change & { outcome: string };

type Node = { type: string; start: number; end: number; operator?: string; value?: unknown } & {
  [Part in 'left' | 'test' | 'property']?: Node;
};
type Site = readonly [start: number, end: number, by: string | undefined];

/** Lists what may be mutated below a node: position and replacement. Types are not mutated. */
function sitesIn(value: unknown, text: string): Site[] {
  if (Array.isArray(value)) return value.flatMap((item) => sitesIn(item, text));
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  if (/^TS(?!As|Satisfies)|^ImportDeclaration/.test(node.type ?? '')) return [];
  return [...listNodeSites(node, text), ...Object.values(value).flatMap((child) => sitesIn(child, text))];
}

function listNodeSites({ type, start, end, operator = '', left, test, property, value }: Node, text: string): Site[] {
  const at = text.indexOf(operator, left?.end);
  if (/^(?:Binary|Logical)Expression$/.test(type)) return [[at, at + operator.length, swapped.get(operator)]];
  if (/^(?:If|Conditional)/.test(type) && test !== undefined)
    return [[test.start, test.end, `!(${text.slice(test.start, test.end)})`]];
  if (type === 'MemberExpression' && property !== undefined)
    return [[property.start, property.end, swapped.get(text.slice(property.start, property.end))]];
  if (type !== 'Literal' || typeof value === 'string') return [];
  return typeof value === 'number' ? [[start, end, String(value + 1)]] : [[start, end, swapped.get(String(value))]];
}

/** The mutants of a module: each with its line and the line above, if the two occur only once in the file. */
function listMutants(file: string, text: string): Change[] {
  return sitesIn(parseAst(text, { lang: 'ts' }), text).flatMap(([start, end, by]) => {
    const from = text.lastIndexOf('\n', text.lastIndexOf('\n', start) - 1) + 1;
    const old = text.slice(from, text.indexOf('\n', end));
    if (by === undefined || text.split(old).length !== 2) return [];
    const mutated = text.slice(from, start) + by + text.slice(end, from + old.length);
    const line = text.slice(0, start).split('\n').length;
    return [{ name: `${file}:${line} ${text.slice(start, end)} -> ${by}`, files: [file], old, mutated }];
  });
}

function selectChanges(modules: ReadonlyMap<string, string>): Change[] {
  const hashName = ({ name }: Change): string => createHash('sha256').update(name).digest('hex');
  const mutants = pools.flatMap((pool) =>
    [...modules]
      .filter(([file]) => pool.some((beginning) => file.startsWith(beginning)))
      .flatMap(([file, text]) => listMutants(file, text))
      .toSorted((a, b) => (hashName(a) < hashName(b) ? -1 : 1))
      .slice(0, 20),
  );
  return [...mutants, ...mended.map((commit) => ({ name: commit, files: changedBy(commit) }))];
}

const git = (...args: readonly string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout;
const changedBy = (commit: string): string[] =>
  git('show', '--format=', '--name-only', commit, '--', 'src', 'checks', ':!src/commands/demo').trim().split('\n');

/** Applies the change; false if the code has changed too much to apply it. */
function applyChange({ name, files, old, mutated = '' }: Change): boolean {
  if (old === undefined)
    return (
      spawnSync('git', ['apply', '-R', '-'], { input: git('show', '--format=', name, '--', ...files) }).status === 0
    );
  const [file = ''] = files;
  const parts = readFileSync(file, 'utf8').split(old);
  writeFileSync(file, parts.join(mutated));
  return parts.length === 2;
}

/** Groups the tests that import the files: those with the same name, then the folders of quick tests, then the rest. */
function groupTestsByRank(files: readonly string[], graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Set(files);
  for (const file of reached) for (const [from, to] of graph) if (to.includes(file)) reached.add(from);
  const words = files.flatMap((file) =>
    file
      .replace(/\/check\.ts$|\.ts$/, '')
      .split('/')
      .slice(-2),
  );
  const isNamed = (test: string): boolean => words.some((word) => path.basename(test).startsWith(word));
  const rankTest = (test: string): number => (isNamed(test) ? 0 : /^test\/\w+\//.test(test) ? 1 : 2);
  const tests = [...reached].filter((file) => file.endsWith('.test.ts'));
  return [0, 1, 2].map((rank) => tests.filter((test) => rankTest(test) === rank)).filter((some) => some.length > 0);
}

/** Whether a test fails, or the run does not end in time. */
async function notices(tests: readonly string[]): Promise<boolean> {
  const options = ['--project', '!long', '--bail', '1', '--passWithNoTests'];
  const run = spawn('npx', ['vitest', 'run', ...options, ...tests], { detached: true, stdio: 'ignore' });
  const timer = setTimeout(() => process.kill(-(run.pid ?? 0), 'SIGKILL'), 1_800_000);
  return new Promise((resolve) => run.once('close', (code) => resolve((clearTimeout(timer), code !== 0))));
}

async function tryChange(change: Change, graph: ReadonlyMap<string, readonly string[]>): Promise<string> {
  try {
    if (!applyChange(change)) return 'cannot be made';
    for (const tests of groupTestsByRank(change.files, graph)) if (await notices(tests)) return 'noticed';
    return 'survived';
  } finally {
    git('checkout', '-q', '--', 'src', 'checks');
  }
}

const [results = '', earlier] = process.argv.slice(2);
const graph = importGraph(modulesBelow('.', ['src', 'checks', 'test', 'scripts']));
const before = earlier === undefined ? undefined : (JSON.parse(readFileSync(earlier, 'utf8')) as Tried[]);
const tried: Tried[] = [];
for (const change of before?.filter((one) => one.outcome === 'noticed') ??
  selectChanges(modulesBelow('.', ['src', 'checks']))) {
  const outcome = await tryChange(change, graph);
  console.log(`${outcome.padEnd(14)} ${change.name}`);
  tried.push({ ...change, outcome });
  writeFileSync(results, JSON.stringify(tried, undefined, 1));
}
process.exitCode = before !== undefined && tried.some(({ outcome }) => outcome === 'survived') ? 1 : 0;
