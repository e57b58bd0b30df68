import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkOfWords, factOfWords } from '../../scripts/generator-words.ts';

/** Arguments that `npm run new-check` and `npm run new-fact` refuse, in one line, before they write anything. */

const root = fileURLToPath(new URL('../..', import.meta.url));

const splitWords = (words: string): string[] => words.split(' ').filter(Boolean);

const badChecks: [words: string, says: RegExp][] = [
  ['', /^usage: /],
  ['workloads/one two', /^usage: /],
  ['nowhere/latest-tag', /^invalid area 'nowhere'/],
  ['workloads/LatestTag', /^invalid check ID /],
  ['workloads/a/b', /^invalid check ID /],
  ['workloads/check', /the name 'check' is reserved$/],
  ['workloads/index', /the name 'index' is reserved$/],
  ['nodes/kubelet-skew', /already exists; no files written$/],
];

it.each(badChecks)("new-check refuses '%s'", (words, says) => {
  expect(checkOfWords(splitWords(words))).toEqual({ refused: expect.stringMatching(says) });
});

const badFacts: [words: string, env: Record<string, string>, says: RegExp][] = [
  ['', {}, /^usage: /],
  ['leases', {}, /^usage: /],
  ['leases --kube --aws', {}, /^usage: /],
  ['leases --kube', { npm_config_aws: 'true' }, /^usage: /],
  ['leases', { npm_config_kube: 'more' }, /^usage: /],
  ['leases kube --kube', {}, /^usage: /],
  ['leases --kube --json', {}, /^usage: /],
  ['Leases --kube', {}, /^invalid fact name 'Leases': use camelCase/],
  ['delete --aws', {}, /^invalid fact name 'delete'/],
  ['await --aws', {}, /^invalid fact name 'await'/],
  ['static --aws', {}, /^invalid fact name 'static'/],
  ['name --aws', {}, /^invalid fact name 'name'/],
  ['pods --kube', {}, /^fact pods already exists; no files written$/],
];

it.each(badFacts)("new-fact refuses '%s' with %o of npm", (words, env, says) => {
  expect(factOfWords(splitWords(words), env)).toEqual({ refused: expect.stringMatching(says) });
});

it('good words are taken', () => {
  expect(checkOfWords(['workloads/latest-tag'])).toEqual({ area: 'workloads', name: 'latest-tag' });
  expect(factOfWords(['leases', '--kube'], {})).toEqual({ name: 'leases', side: 'kube' });
  expect(factOfWords(['leases'], { npm_config_aws: 'true' })).toEqual({ name: 'leases', side: 'aws' });
});

/** Each file that a generator may write or change, with the time of its last change. */
function written(): Map<string, number> {
  const folders = ['checks', 'src/facts', 'src/collectors', 'test/checks', 'test/collectors', 'test/world'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  return new Map(
    [...files, 'test/laws/silent-readings.ts'].map((file) => [file, statSync(path.join(root, file)).mtimeMs]),
  );
}

it.each([
  ['new-check', ['workloads/index'], /^invalid check ID .*\n$/],
  ['new-fact', ['delete', '--aws'], /^invalid fact name .*\n$/],
  ['new-fact', ['unicorns', '--kube'], /^test\/world\/kube\/kinds\.ts has no resource unicorns: .*\n$/],
])('%s %o ends with one line and exit code 1, and writes no file', (script, words, says) => {
  const before = written();
  const args = ['--import', 'tsx', `scripts/${script}.ts`, ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(says);
  expect(written()).toEqual(before);
});

/** The folders of the files that each generator writes: imports in its skeletons are relative to them. */
const skeletons: [script: string, folders: readonly string[]][] = [
  ['new-check', ['checks/nodes', 'test/checks/nodes']],
  ['new-fact', ['src/collectors/kube', 'src/collectors/aws', 'src/facts', 'test/collectors']],
];

it.each(skeletons)('%s writes imports of files that exist', (script, folders) => {
  const text = readFileSync(path.join(root, `scripts/${script}.ts`), 'utf8');
  const own = text.slice(text.indexOf('const '));
  const imported = [...own.matchAll(/from '(\.[^'$]+)'/g)].map(([, spec = '']) => spec);
  expect(imported.length).toBeGreaterThan(2);
  expect(imported.filter((spec) => !folders.some((folder) => existsSync(path.join(root, folder, spec))))).toEqual([]);
});
