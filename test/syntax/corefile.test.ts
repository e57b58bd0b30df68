import { describe, expect, test } from 'vitest';
import { parseCorefile } from '../../src/syntax/corefile/parse.ts';
import { maskSecrets } from '../../src/syntax/corefile/secrets.ts';
import { type Directive, directivesNamed, type ServerBlock } from '../../src/syntax/corefile/tree.ts';

type Tree = readonly [
  name: string,
  line: number,
  args?: readonly string[],
  block?: readonly Tree[],
  importedAt?: number,
];

function directive([name, line, args = [], block = [], importedAt]: Tree): Directive {
  return { name, args, line, ...(importedAt === undefined ? {} : { importedAt }), block: block.map(directive) };
}

function server(line: number, keys: readonly string[], ...trees: readonly Tree[]): ServerBlock {
  return { keys, line, directives: trees.map(directive) };
}

function parseBlocks(text: string): readonly ServerBlock[] {
  const parsed = parseCorefile(text);
  if (!parsed.ok) throw new Error(`line ${parsed.line}: ${parsed.message}`);
  return parsed.blocks;
}

const EKS = `.:53 {
    errors
    health {
        lameduck 5s
      }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
      pods insecure
      fallthrough in-addr.arpa ip6.arpa
    }
    prometheus :9153
    forward . /etc/resolv.conf
    cache 30
    loop
    reload
    loadbalance
}
`;

const OLD_EKS = `.:53 {
    errors
    health
    kubernetes cluster.local in-addr.arpa ip6.arpa {
      pods insecure
      upstream
      fallthrough in-addr.arpa ip6.arpa
    }
    prometheus :9153
    proxy . /etc/resolv.conf
    cache 30
}
`;

const REVERSE = ['in-addr.arpa', 'ip6.arpa'];
const KUBERNETES = ['cluster.local', ...REVERSE];

interface Case {
  name: string;
  text: string;
  blocks: readonly ServerBlock[];
  unresolved?: readonly Tree[];
}

const CASES: readonly Case[] = [
  {
    name: 'the default of EKS',
    text: EKS,
    blocks: [
      server(
        1,
        ['.:53'],
        ['errors', 2],
        ['health', 3, [], [['lameduck', 4, ['5s']]]],
        ['ready', 6],
        [
          'kubernetes',
          7,
          KUBERNETES,
          [
            ['pods', 8, ['insecure']],
            ['fallthrough', 9, REVERSE],
          ],
        ],
        ['prometheus', 11, [':9153']],
        ['forward', 12, ['.', '/etc/resolv.conf']],
        ['cache', 13, ['30']],
        ['loop', 14],
        ['reload', 15],
        ['loadbalance', 16],
      ),
    ],
  },
  {
    name: 'the default of EKS before 1.18, with upstream',
    text: OLD_EKS,
    blocks: [
      server(
        1,
        ['.:53'],
        ['errors', 2],
        ['health', 3],
        [
          'kubernetes',
          4,
          KUBERNETES,
          [
            ['pods', 5, ['insecure']],
            ['upstream', 6],
            ['fallthrough', 7, REVERSE],
          ],
        ],
        ['prometheus', 9, [':9153']],
        ['proxy', 10, ['.', '/etc/resolv.conf']],
        ['cache', 11, ['30']],
      ),
    ],
  },
  { name: 'nothing', text: '', blocks: [] },
  { name: 'white space and comments only', text: '\r\n\t# errors {\n  \n', blocks: [] },
  {
    name: 'upstream with an argument, upstream as an argument, upstream in a comment',
    text: '. {\n k {\n  # upstream\n  upstream 1.1.1.1 # upstream\n }\n forward . upstream.example upstream\n}',
    blocks: [
      server(
        1,
        ['.'],
        ['k', 2, [], [['upstream', 4, ['1.1.1.1']]]],
        ['forward', 6, ['.', 'upstream.example', 'upstream']],
      ),
    ],
  },
  {
    name: 'several server blocks, braces on their own lines',
    text: '.:53 {\n errors\n}\nexample.org\n{\n log\n}\n\na {\n}',
    blocks: [server(1, ['.:53'], ['errors', 2]), server(4, ['example.org'], ['log', 6]), server(9, ['a'])],
  },
  {
    name: 'several keys: on a line, after commas, on further lines after a comma, with a transport',
    text: '.:53 cluster.local:53, dns://a.example,\n  tls://b.example:853 {\n errors\n}',
    blocks: [server(1, ['.:53', 'cluster.local:53', 'dns://a.example', 'tls://b.example:853'], ['errors', 3])],
  },
  {
    name: 'a single server block without braces',
    text: '# all of the file\n.:53\n\nerrors\nhealth {\n lameduck 5s\n}\ncache 30',
    blocks: [server(2, ['.:53'], ['errors', 4], ['health', 5, [], [['lameduck', 6, ['5s']]]], ['cache', 8, ['30']])],
  },
  { name: 'keys only', text: 'a b', blocks: [server(1, ['a', 'b'])] },
  { name: 'a block without keys, which CoreDNS drops', text: '{\n errors\n}\na {\n}', blocks: [server(4, ['a'])] },
  {
    name: 'a file that ends with the brace of the plugin, which CoreDNS accepts',
    text: '. {\n k {\n  upstream\n }\n',
    blocks: [server(1, ['.'], ['k', 2, [], [['upstream', 3]]])],
  },
  {
    name: 'a brace too many after a block without braces, which CoreDNS takes for its end',
    text: '.\nerrors\n}\na\nlog',
    blocks: [server(1, ['.'], ['errors', 2]), server(4, ['a'], ['log', 5])],
  },
  {
    name: 'CRLF, tabs and a byte order mark',
    text: '\uFEFF.:53 {\r\n\tkubernetes\tcluster.local {\r\n\t\tupstream\r\n\t}\r\n}\r\n',
    blocks: [server(1, ['.:53'], ['kubernetes', 2, ['cluster.local'], [['upstream', 3]]])],
  },
  {
    name: 'quotes: white space, escapes, empty, a hash, a brace among other text, inside a word',
    text: '. {\n a "b c" "d\\"e" "f\\n\\\\" "" "#g" "{ h }" i"j k"l\n}',
    blocks: [server(1, ['.'], ['a', 2, ['b c', 'd"e', 'f\\n\\\\', '', '#g', '{ h }', 'i"j', 'k"l']])],
  },
  {
    name: 'quoted text over several lines, followed by an argument',
    text: '. {\n a "b\n  c" d\n e\n}',
    blocks: [server(1, ['.'], ['a', 2, ['b\n  c', 'd']], ['e', 4])],
  },
  {
    name: 'a quote that is not closed: the rest of the file is one word',
    text: '.\na "b }\n',
    blocks: [server(1, ['.'], ['a', 2, ['b }\n']])],
  },
  {
    name: 'backslashes outside of quotes are text',
    text: '. {\n rewrite name regex (.*)\\.a\\"\\ {1}\n}',
    blocks: [server(1, ['.'], ['rewrite', 2, ['name', 'regex', '(.*)\\.a\\"\\', '{1}']])],
  },
  {
    name: 'a hash inside a word ends the word, and its comment ends at the next space',
    text: '. {\n a b#c d\n e#f\n}',
    blocks: [server(1, ['.'], ['a', 2, ['b', 'd']], ['e', 3])],
  },
  {
    name: 'environment placeholders in keys, names, arguments and imports stay text',
    text: '{$ZONE}:{%PORT%} {\n {$PLUGIN} {$A}b {%C%}\n import {$FILE}\n}',
    blocks: [server(1, ['{$ZONE}:{%PORT%}'], ['{$PLUGIN}', 2, ['{$A}b', '{%C%}']], ['import', 3, ['{$FILE}']])],
    unresolved: [['import', 3, ['{$FILE}']]],
  },
  {
    name: 'deep nesting, braces on the next line and on the same line',
    text: '. {\n a {\n  b c {\n   d\n   {\n    e f\n   }\n  }\n  g { h }\n  i {\n  }\n }\n}',
    blocks: [
      server(
        1,
        ['.'],
        [
          'a',
          2,
          [],
          [
            ['b', 3, ['c'], [['d', 4, [], [['e', 6, ['f']]]]]],
            ['g', 9, [], [['h', 9]]],
            ['i', 10],
          ],
        ],
      ),
    ],
  },
  {
    name: 'words behind a closing brace begin a directive',
    text: '. {\n a { b } c\n}',
    blocks: [server(1, ['.'], ['a', 2, [], [['b', 2]]], ['c', 2])],
  },
  {
    name: 'a snippet in two server blocks',
    text: '(common) {\n errors\n kubernetes cluster.local {\n  upstream\n }\n}\n. {\n import common\n log\n}\na {\n import common\n}',
    blocks: [
      server(
        7,
        ['.'],
        ['errors', 2, [], [], 8],
        ['kubernetes', 3, ['cluster.local'], [['upstream', 4, [], [], 8]], 8],
        ['log', 9],
      ),
      server(
        11,
        ['a'],
        ['errors', 2, [], [], 12],
        ['kubernetes', 3, ['cluster.local'], [['upstream', 4, [], [], 12]], 12],
      ),
    ],
  },
  {
    name: 'a snippet inside the block of a plugin, twice',
    text: '(options) {\n upstream\n}\n. {\n kubernetes {\n  pods insecure\n  import options\n  import options\n  ttl 30\n }\n}',
    blocks: [
      server(
        4,
        ['.'],
        [
          'kubernetes',
          5,
          [],
          [
            ['pods', 6, ['insecure']],
            ['upstream', 2, [], [], 7],
            ['upstream', 2, [], [], 8],
            ['ttl', 9, ['30']],
          ],
        ],
      ),
    ],
  },
  {
    name: 'a snippet that imports another: the line of import is the one in the server block',
    text: '(a) {\n upstream\n}\n(b) {\n log\n import a\n cache 30\n}\n. {\n import b\n}',
    blocks: [server(9, ['.'], ['log', 5, [], [], 10], ['upstream', 2, [], [], 10], ['cache', 7, ['30'], [], 10])],
  },
  {
    name: 'a snippet with the import first inside a plugin, which CoreDNS does not expand',
    text: '(a) {\n upstream\n}\n(b) {\n import a\n}\n. {\n k {\n  import b\n }\n}',
    blocks: [server(7, ['.'], ['k', 8, [], [['import', 5, ['a'], [], 9]]])],
    unresolved: [['import', 5, ['a'], [], 9]],
  },
  {
    name: 'a snippet with the import first at top level, which CoreDNS takes for keys',
    text: '(a) {\n log\n}\n(b) {\n import a\n}\nimport b\n',
    blocks: [server(5, ['import', 'a'])],
  },
  {
    name: 'a snippet of whole server blocks, an empty one, an unused one',
    text: '(zones) {\n a {\n  log\n }\n}\n(none) {\n}\n(unused) {\n import x\n}\nimport none\nimport zones\n. {\n import none\n}',
    blocks: [server(2, ['a'], ['log', 3, [], [], 12]), server(13, ['.'])],
  },
  {
    name: 'imports of files and of unknown snippets, in a block, in a plugin and at top level',
    text: 'import /etc/coredns/custom/*.server\n. {\n errors\n import custom/*.override\n k {\n  import later\n }\n}\n(later) {\n}\nimport last',
    blocks: [
      server(2, ['.'], ['errors', 3], ['import', 4, ['custom/*.override']], ['k', 5, [], [['import', 6, ['later']]]]),
    ],
    unresolved: [
      ['import', 1, ['/etc/coredns/custom/*.server']],
      ['import', 4, ['custom/*.override']],
      ['import', 6, ['later']],
      ['import', 11, ['last']],
    ],
  },
  {
    name: 'a carriage return inside a word, which counts for nothing',
    text: '. {\n a\rb\n}',
    blocks: [server(1, ['.'], ['ab', 2])],
  },
  {
    name: 'an empty key, two keys of which one looks like a snippet, one at the end of the file',
    text: '"" a {\n}\n(b) c {\n}\n(d)',
    blocks: [server(1, ['a']), server(3, ['(b)', 'c']), server(5, ['(d)'])],
  },
  {
    name: 'a snippet with its own name behind the word import, not as a directive',
    text: '(a) {\n log import a\n}\n. {\n import a\n}',
    blocks: [server(4, ['.'], ['log', 2, ['import', 'a'], [], 5])],
  },
  {
    name: 'import as an argument and as a key',
    text: 'a import b {\n c import d\n}',
    blocks: [server(1, ['a', 'import', 'b'], ['c', 2, ['import', 'd']])],
  },
];

describe('parseCorefile', () => {
  test.each(CASES)('reads $name', ({ text, blocks, unresolved = [] }) => {
    expect(parseCorefile(text)).toEqual({ ok: true, blocks, unresolvedImports: unresolved.map(directive) });
  });

  test.each([
    ['a server block without end', '. {\n errors\n', 1, "no '}' for this '{'"],
    ['a plugin without end', '. {\n k {\n  pods\n', 2, "no '}' for this '{'"],
    ['a snippet without end', '(a) {\n k {\n }\n', 1, "no '}' for snippet a"],
    ['a brace too many on a line', '. {\n errors }\n', 2, "'}' out of place"],
    ['two closing braces on a line', '. {\n k {\n } }\n', 3, "'}' out of place"],
    ['an opening brace without a name', '. {\n {\n }\n}', 2, "'{' out of place"],
    ['a comma before the brace', 'a, {\n}', 1, 'no key after the comma'],
    ['a comma at the end', 'a,', 1, 'no key after the comma'],
    ['a snippet without braces', '(a)\nerrors', 1, "no '{' after snippet a"],
    ['a snippet defined twice', '(a) {\n}\n(a) {\n}', 3, 'snippet a is defined twice'],
    ['import without argument', '. {\n import\n}', 2, 'import takes one argument'],
    ['import with two arguments', '. {\n import a b\n}', 2, 'import takes one argument'],
    ['import of nothing', '. {\n import ""\n}', 2, 'import takes one argument'],
    ['import of a brace', '. {\n import {\n }\n}', 2, 'import takes one argument'],
    ['a snippet that imports itself', '(a) {\n log\n import a\n}\n', 3, 'snippet a imports itself'],
    ['snippets in a circle', '(a) {\n import b\n}\n(b) {\n import a\n}\n. {\n import a\n}', 8, 'imports without end'],
    ['too many levels', `. {\n${'a {\n'.repeat(500)}`, 202, 'blocks nested deeper than 200 levels'],
  ])('refuses %s', (_name, text, line, message) => {
    expect(parseCorefile(text)).toEqual({ ok: false, line, message });
  });

  test('ends imports that double at every step', () => {
    const steps = Array.from({ length: 40 }, (_, i) => `(s${i + 1}) {\n import s${i}\n import s${i}\n}\n`).join('');
    expect(parseCorefile(`(s0) {\n log\n}\n${steps}. {\n import s40\n}`)).toMatchObject({
      message: 'imports without end',
    });
  });

  test('quotes no argument in a message', () => {
    const secrets = '. {\n azure {\n  secret hunter2 }\n }}\n';
    expect(JSON.stringify(parseCorefile(secrets))).toContain('"ok":false');
    expect(JSON.stringify(parseCorefile(secrets))).not.toContain('hunter2');
  });
});

describe('directivesNamed', () => {
  test('finds a name at any depth of any block, not an argument', () => {
    const text = '. {\n upstream\n a upstream {\n  b {\n   upstream c\n  }\n }\n}\nz {\n upstream\n}';
    expect(directivesNamed(parseBlocks(text), 'upstream').map(({ line }) => line)).toEqual([2, 5, 10]);
    expect(directivesNamed(parseBlocks(EKS), 'upstream')).toEqual([]);
  });
});

describe('maskSecrets', () => {
  test.each([
    ['route53 z:Z1 {', 'aws_access_key AKIAX hunter2', 'aws_access_key *** ***'],
    ['route53 z:Z1 {', 'credentials default /etc/aws', 'credentials default /etc/aws'],
    ['etcd {', 'credentials root hunter2', 'credentials *** ***'],
    ['etcd {', 'tls cert.pem key.pem ca.pem', 'tls cert.pem key.pem ca.pem'],
    ['azure g:z {', 'secret hunter2', 'secret ***'],
    ['azure g:z {', 'client 1234', 'client 1234'],
    ['clouddns z:p:z {', 'credentials /etc/gcp.json', 'credentials /etc/gcp.json'],
    ['tsig {', 'secret example.key. hunter2==', 'secret *** ***'],
    ['tsig {', 'secrets /etc/keys', 'secrets /etc/keys'],
    ['nomad {', 'token hunter2', 'token ***'],
    ['redis {', 'password hunter2', 'password ***'],
    ['mysql {', 'dsn root:hunter2@tcp(db)/dns', 'dsn ***'],
    ['kubernetes {', 'endpoint https://root:hunter2@api:6443', 'endpoint https://***@api:6443'],
    ['kubernetes {', 'endpoint https://api:6443/a', 'endpoint https://api:6443/a'],
    ['any {', 'source "host=db password=hunter2 user=root"', 'source host=db password=*** user=root'],
  ])('in %s turns %s into %s', (plugin, option, masked) => {
    const [block] = maskSecrets(parseBlocks(`. {\n ${plugin}\n  ${option}\n }\n}`));
    const [found] = block?.directives[0]?.block ?? [];
    expect([found?.name, ...(found?.args ?? [])].join(' ')).toBe(masked);
  });

  test('masks below an option with a telling name, and the data source of pdsql', () => {
    const [block] = maskSecrets(
      parseBlocks('. {\n pdsql mysql root:hunter2@tcp(db)/dns\n x {\n  credentials {\n   user root\n  }\n }\n}'),
    );
    expect(block).toEqual(
      server(1, ['.'], ['pdsql', 2, ['***', '***']], ['x', 3, [], [['credentials', 4, [], [['user', 5, ['***']]]]]]),
    );
  });

  test('changes nothing else', () => {
    expect(maskSecrets(parseBlocks(OLD_EKS))).toEqual(parseBlocks(OLD_EKS));
  });
});

interface Random {
  below(limit: number): number;
  pick(words: readonly string[]): string;
}

/** A seeded random number generator: mulberry32. */
function random(seed: number): Random {
  let state = seed;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, pick: (words) => words[below(words.length)] ?? '' };
}

const NAMES = ['errors', 'kubernetes', 'upstream', '{$PLUGIN}', 'a\\b', 'é', '{}', 'a"b'];
const WORDS = [
  ...NAMES,
  '.',
  'two words',
  '',
  '#x',
  'a "b" c',
  'two\nlines',
  'import',
  '(a)',
  '\\n',
  '{ }',
  '10.0.0.1',
];
const KEYS = ['.:53', 'cluster.local:53', 'dns://.', '{$ZONE}', 'a b', '(not a snippet'];
const SOUP = [
  ...NAMES,
  '{',
  '}',
  '{\n',
  '\n}\n',
  '\n',
  ' ',
  'import',
  '\nimport a\n',
  '\nimport b\n',
  '(a) {\n',
  '(b) {\n',
].concat([',', '"', '\\', '\\"', '#', '\r\n', '\t', '\u00a0', '\uFEFF', '""', '"{"', '.:53 {\n', '\ud800', '()', '*']);

function printWord(word: string): string {
  return /^$|[\s#]|^"/.test(word) ? `"${word.replaceAll('"', '\\"')}"` : word;
}

/** Prints random server blocks. Returns the text and the tree that parsing it must return. */
function printRandomTree(from: Random): { text: string; blocks: readonly ServerBlock[] } {
  const end = from.pick(['\n', '\r\n']);
  let text = from.pick(['', '\uFEFF', `# comment { "${end}`]);
  const line = () => text.split('\n').length;
  const gap = () => from.pick([' ', '\t', '   ']);
  const newLine = () => from.pick([end, end, ` # } import x "${end}`, `${end}${end}`]);
  const brace = () => from.pick([' {', '\t{', `${end}{`]);
  const words = (choice: readonly string[], limit: number) =>
    Array.from({ length: from.below(limit) }, () => from.pick(choice));

  const print = (depth: number): Directive => {
    text += gap();
    const [name, args, start] = [from.pick(NAMES), words(WORDS, 4), line()];
    text += [name, ...args].map(printWord).join(gap());
    const block: Directive[] = [];
    if (from.below(3) === 0) {
      text += brace() + newLine();
      for (let i = depth < 5 ? from.below(4) : 0; i > 0; i -= 1) block.push(print(depth + 1));
      text += `${gap()}}`;
    }
    text += newLine();
    return { name, args, line: start, block };
  };

  const blocks: ServerBlock[] = [];
  for (let i = from.below(4); i > 0; i -= 1) {
    const [keys, start] = [[from.pick(KEYS), ...words(KEYS, 3)], line()];
    for (const key of keys.slice(0, -1))
      text += from.pick([`${printWord(key)} `, `${printWord(`${key},`)}${from.pick([' ', end])}`]);
    text += printWord(keys.at(-1) ?? '') + brace() + newLine();
    const directives = Array.from({ length: from.below(5) }, () => print(0));
    text += `}${newLine()}`;
    blocks.push({ keys, line: start, directives });
  }
  return { text, blocks };
}

describe('properties', () => {
  test('a tree printed in any layout is read back as it was', () => {
    const from = random(20);
    for (let i = 0; i < 3000; i += 1) {
      const { text, blocks } = printRandomTree(from);
      expect(parseCorefile(text), JSON.stringify(text)).toEqual({ ok: true, blocks, unresolvedImports: [] });
    }
  });

  test('any soup of tokens gives a tree or an error inside the file', () => {
    const from = random(53);
    const seen = { ok: 0, failed: 0 };
    for (let i = 0; i < 6000; i += 1) {
      const text = Array.from({ length: from.below(40) }, () => from.pick(SOUP) + from.pick(['', ' '])).join('');
      const parsed = parseCorefile(text);
      const lines = text.split('\n').length;
      seen[parsed.ok ? 'ok' : 'failed'] += 1;
      if (!parsed.ok) {
        expect(parsed.line >= 1 && parsed.line <= lines, JSON.stringify(text)).toBe(true);
        continue;
      }
      expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
      for (const left of directivesNamed(parsed.blocks, 'import')) expect(parsed.unresolvedImports).toContain(left);
      for (const { line } of parsed.blocks) expect(line >= 1 && line <= lines).toBe(true);
      maskSecrets(parsed.blocks);
    }
    expect(Math.min(seen.ok, seen.failed)).toBeGreaterThan(500);
  });

  test('large files of one kind of token end soon', () => {
    for (const part of ['{', '} ', 'a {\n', '"', '\\"', 'import a\n', '(a) {\n', 'a b\n', '#', '//', '"\n']) {
      const parsed = parseCorefile(`.:53 {\n${part.repeat(200_000 / part.length)}`);
      if (parsed.ok) maskSecrets(parsed.blocks);
    }
  });
});

describe('imported files', () => {
  const files: Record<string, string> = {
    'a.server': 'a {\n log\n import inner.conf\n}\n',
    'inner.conf': 'cache 30 # seconds\n',
    broken: 'b {\n log\n',
  };
  const parse = (text: string) =>
    parseCorefile(text, (pattern) => {
      if (pattern.startsWith('none')) return [];
      const content = files[pattern];
      return content === undefined ? undefined : [{ file: pattern, text: content }];
    });

  test('are read in the place of the import, each with lines of its own', () => {
    expect(parse('import a.server\n. {\n import none*\n errors\n}')).toEqual({
      ok: true,
      blocks: [
        {
          keys: ['a'],
          line: 1,
          directives: [
            { name: 'log', args: [], line: 2, importedAt: 1, file: 'a.server', block: [] },
            { name: 'cache', args: ['30'], line: 1, importedAt: 1, file: 'inner.conf', block: [] },
          ],
        },
        { keys: ['.'], line: 2, directives: [{ name: 'errors', args: [], line: 4, block: [] }] },
      ],
      unresolvedImports: [],
    });
  });

  test('begin and end a line, whatever their numbers', () => {
    const parsed = parse('. {\n errors\n import inner.conf\n log\n}');
    expect(parsed).toMatchObject({
      blocks: [{ directives: [{ name: 'errors' }, { name: 'cache', args: ['30'] }, { name: 'log' }] }],
    });
  });

  test('say where they are broken', () => {
    expect(parse('import broken\n')).toMatchObject({ ok: false, message: expect.stringContaining('(in broken)') });
  });

  test('that are not known stay unresolved', () => {
    expect(parse('. {\n import other\n}')).toMatchObject({ unresolvedImports: [{ args: ['other'], line: 2 }] });
  });
});
