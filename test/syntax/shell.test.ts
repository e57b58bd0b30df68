import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { advice, commands } from '../../src/syntax/advice.ts';
import { continued, json, pieces, sh, tableCommand } from '../../src/syntax/shell.ts';
import { lexShell } from '../e2e/shell-lexer.ts';

const metacharacters = 'a\'b"$(touch PWNED)`touch PWNED`;touch PWNED;*?[a]{b,c}~!#&|<>()\\ $HOME %s';

/**
 * The words of a command after the first one, as a real shell parses them: a function that prints its arguments
 * replaces the program.
 */
function wordsBy(shell: string, text: string): string[] {
  const script = `program() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${text.replace(/^\S+/, 'program')}`;
  const { stdout, stderr } = spawnSync(shell, ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

describe('a command', () => {
  it('leaves plain words bare', () => {
    expect(sh`kubectl -n ${'kube-system'} scale ${'deployment/coredns'} --replicas=${2}`.text).toBe(
      'kubectl -n kube-system scale deployment/coredns --replicas=2',
    );
  });

  it('quotes each value where it stands, alone and as part of a word', () => {
    expect(sh`kubectl get ${'a b'} -o yaml > provisioner-${"it's"}.yaml`.text).toBe(
      String.raw`kubectl get 'a b' -o yaml > provisioner-'it'\''s'.yaml`,
    );
    expect(sh`aws x --name ${''} --ids ${['a', 'b c']}`.text).toBe(`aws x --name '' --ids a 'b c'`);
  });

  it.each(['sh', 'bash'])('is read by %s as the words it was made of', (shell) => {
    const words = [metacharacters, '~/a', '#b', 'c=d', '{e,f}', 'ü', ''];
    const { text = '' } = sh`program ${metacharacters} x=${metacharacters} ${words} --flag=${'-y'}`;
    expect(wordsBy(shell, text)).toEqual([metacharacters, `x=${metacharacters}`, ...words, '--flag=-y']);
  });

  it('gives a value that begins with a dash to the flag before it', () => {
    expect(sh`aws eks describe-cluster --name ${'--x'} --region ${'eu-west-1'}`.text).toBe(
      'aws eks describe-cluster --name=--x --region eu-west-1',
    );
    expect(sh`kubectl -n ${'-x y'} get pods`.text).toBe(`kubectl -n='-x y' get pods`);
    expect(sh`kubectl get deployment/${'-x'}`.text).toBe('kubectl get deployment/-x');
  });

  it.each([
    ['a dash where no flag stands', sh`kubectl delete node ${'--all'}`, 'begins with `-`'],
    ['a dash among words', sh`aws x --subnets ${['subnet-1', '--debug']}`, 'begins with `-`'],
    ['a dash behind a redirection', sh`kubectl get x > ${'-x'}`, 'begins with `-`'],
    ['a line break', sh`kubectl get ${'a\nb'}`, 'contains a line break or an invisible character'],
    ['an escape', sh`kubectl get ${'a\u001B[2Jb'}`, 'contains a line break or an invisible character'],
    ['a zero-width space', sh`kubectl get ${'a\u200Bb'}`, 'contains a line break or an invisible character'],
    ['a line separator', sh`kubectl get ${'a\u2028b'}`, 'contains a line break or an invisible character'],
    ['a lone surrogate', sh`kubectl get ${'a\uD800b'}`, 'contains a line break or an invisible character'],
    ['a code fence', sh`kubectl get ${'a```b'}`, 'contains a code fence'],
  ])('is withheld for %s', (_, command, reason) => {
    expect(command.text).toBeUndefined();
    expect(command.withheld).toBe(reason);
    expect(continued(sh`a`, command).withheld).toBe(reason);
    expect(pieces(sh`a`, command).withheld).toBe(reason);
    expect(sh`x $(${command})`.withheld).toBe(reason);
  });

  it('of a table has quoted values for its names in braces, and placeholders for those without a value', () => {
    const text = 'eksctl upgrade nodegroup --cluster {cluster} --name {nodegroup} --kubernetes-version {version}';
    expect(tableCommand(text, { cluster: metacharacters, nodegroup: '-x', version: undefined }).text).toBe(
      sh`eksctl upgrade nodegroup --cluster ${metacharacters} --name ${'-x'} --kubernetes-version VERSION`.text,
    );
    expect(tableCommand('argocd app sync {application}', { application: '--all' }).withheld).toBe('begins with `-`');
    expect(tableCommand('argocd app sync {application}', { application: '{application}' }).text).toBe(
      `argocd app sync '{application}'`,
    );
    expect(tableCommand('argocd app sync', {}).text).toBe('argocd app sync');
  });

  it('takes no value inside of quotes', () => {
    expect(() => sh`aws x --query "a[${'b'}]"`).toThrow('a value inside quotes');
    expect(() => sh`aws x --query 'a[${'b'}]'`).toThrow('a value inside quotes');
    expect(sh`echo "q" ${'b'} 'r' ${'c d'}`.text).toBe(`echo "q" b 'r' 'c d'`);
  });

  it.each(['sh', 'bash'])('carries a document over several lines as one word of %s', (shell) => {
    const document = {
      Version: '2012-10-17',
      Statement: [
        { Sid: metacharacters, Action: ['iam:CreateInstanceProfile', 'iam:TagInstanceProfile'] },
        { Sid: 'b' },
      ],
    };
    const { text = '' } = continued(sh`program put`, sh`--policy-document ${json(document)}`);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(130);
    const words = wordsBy(shell, text);
    expect(words.slice(0, 2)).toEqual(['put', '--policy-document']);
    expect(JSON.parse(words[2] ?? '')).toEqual(document);
    // The command means the same when pasted from a report that indents it.
    expect(JSON.parse(wordsBy(shell, text.replaceAll('\n', '\n           '))[2] ?? '')).toEqual(document);
  });
});

describe('a text from outside', () => {
  it.each([
    ['sh', () => sh(['rm -rf /'] as unknown as TemplateStringsArray)],
    ['sh', () => sh('rm -rf /' as unknown as TemplateStringsArray)],
    ['advice', () => advice(Object.assign(['rm'], { raw: ['rm'] }))],
  ])('is no template of %s', (tag, call) => {
    expect(call).toThrow(`${tag} is called like a function: write ${tag}\`...\``);
  });
});

describe('a document', () => {
  it('holds no fence and nothing invisible, and is read back as it was', () => {
    const value = { Sid: '```a\u200B\u2028\n`\u007F\u009B', Deep: ['\u{E0041}'.repeat(40), '\u202E'.repeat(40)] };
    const { text } = json(value);
    expect(text).not.toMatch(/```|[\u007F-\u009F\p{Cf}\u2028\u2029]/u);
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe('the lexer of these tests', () => {
  it.each(['sh', 'bash'])('splits as %s does', (shell) => {
    const { text = '' } = continued(
      sh`program a ${metacharacters} b=${"it's"}`,
      sh`"double \"quoted\"" 'single' \\x a\\ b`,
    );
    expect(lexShell(text).words.slice(1)).toEqual(wordsBy(shell, text));
  });

  it('tells what the shell acts on', () => {
    expect(lexShell('A=$(aws x) kubectl "$A" | grep -E \'a|b\' > f; c *   # why').operators).toEqual([
      '$(',
      ')',
      '$A',
      '|',
      '>',
      ';',
      '*',
      '# why',
    ]);
    expect(() => lexShell("a 'b")).toThrow('a quote without an end');
  });

  it('tells one command from the next', () => {
    expect(lexShell("a 'b c' > f | d && e \\\n  --f # why\nA=$(g h) i < j $(k)").commands).toEqual([
      ['a', 'b c'],
      ['d'],
      ['e', '--f'],
      ['A=', 'i', ''],
      ['g', 'h'],
      ['k'],
    ]);
  });
});

describe('advice', () => {
  it("takes a text for somebody else's words: one line, and no Markdown", () => {
    expect(advice`See ${'a\n`b`'} and \`x: ${'`c`\n'}\``.text).toBe("See a 'b' and `x: 'c'`");
    expect(advice`Run ${sh`a ${'`'}`} on ${'[x](https://example.com)'}`.text).toContain(
      'on `[x](https://example.com)`',
    );
    expect(advice`See ${'[x](https://example.com)'}, ${'<b>'}`.text).toBe('See `[x](https://example.com)`, `<b>`');
  });

  it('shows commands as code and lists them', () => {
    const found = advice`Look: ${sh`kubectl get psp`}.\n${commands(sh`a ${'b c'}`, sh`d`)}`;
    expect(found.text).toBe("Look: `kubectl get psp`.\n```sh\na 'b c'\nd\n```");
    expect(found.commands).toEqual(['kubectl get psp', "a 'b c'", 'd']);
    expect(advice`First ${found}`.commands).toEqual(found.commands);
    expect(advice`Run ${sh`a ${'`b`'}`} now`.text).toBe("Run \n\n```sh\na '`b`'\n```\n\n now");
  });

  it('withholds a block as a whole, with a sentence', () => {
    const { text, commands: listed } = advice`Do:\n${commands(sh`a`, sh`kubectl delete node ${'--all'}`)}`;
    expect(text).toBe('Do:\n(Commands not shown: they include a name that begins with `-`.)');
    expect(listed).toEqual([]);
  });
});
