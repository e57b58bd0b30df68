import { expect, it } from 'vitest';
import { corefile } from '../../scripts/refresh/tables/corefile.ts';
import { parseWritten, readTableFile } from '../../scripts/refresh/table-file.ts';
import { changeFile } from './change-file.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { readRecorded } from './recorded.ts';

const files = readRecorded('github.com/coredns/coredns@v');
const at = (version: string, name: string) => `github.com/coredns/coredns@v${version}/${name}`;

it('reads the plugins again', () => {
  expect(judgeRecorded(corefile, files)).toEqual({ changes: [], questions: [], stated: 3 });
});

it('names a plugin that comes, and one that goes', () => {
  const changed = changeFile(files, at('1.15.0', 'plugin.cfg'), 'whoami:whoami', 'whois:whois');
  expect(judgeRecorded(corefile, changed).changes).toEqual([
    'plugins 1.15.0: plugins ["dynupdate","siit"] -> ["dynupdate","siit","whois"]',
    'removed-plugin whoami: new',
  ]);
});

it('asks about an option that goes, and ends before that release', () => {
  const table = parseWritten(readTableFile('corefile').replaceAll('1.15.0', '1.14.7'));
  const changed = changeFile(
    files,
    at('1.15.0', 'plugin/hosts/setup.go'),
    'case "no_reverse":',
    'case "forward_only":',
  );
  const { rows, questions } = corefile.parse(changed, table);
  expect(questions).toEqual([
    'hosts no_reverse: setup.go of 1.15.0 no longer names this option',
    'hosts forward_only: setup.go of 1.15.0 is the first that names it: an option or a value?',
  ]);
  expect(rows.at(-1)?.states).toMatchObject({ rowKind: 'known-through', coredns: '1.14.7' });
});

it.each([
  ['no plugins', new Map([...files, [at('1.15.0', 'plugin.cfg'), '']])],
  ['files elsewhere', new Map([[at('1.15.0', 'plugins.cfg'), '']])],
])('refuses releases with %s', (_what, others) => {
  expect(() => judgeRecorded(corefile, others)).toThrow('CoreDNS 1.15.0 has only 0 plugins');
});

it('refuses releases that begin after the end of the table', () => {
  const later = new Map([...files].map(([name, text]) => [name.replace('@v1.', '@v2.'), text]));
  expect(() => judgeRecorded(corefile, later)).toThrow('CoreDNS 1.15.0 was not read');
});
