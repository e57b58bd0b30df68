import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { completedLine } from '../../src/commands/completion/description.ts';
import { commandLine } from '../../src/commands/options/command-line.ts';
import { shells, type Shell } from '../../src/commands/options/command-options.ts';
import { formatNames } from '../../src/formats/formats.ts';
import { isMissing } from '../packaging/debian.ts';
import { runCommand } from '../world/in-process.ts';

/** The completion scripts, run by the shells. Bash is always there; zsh and fish are skipped if not installed. */

const ids = checks.map(({ id }) => id);
const line = completedLine(commandLine('0.1.0'), ids);
let folder: string;
const buildScriptPath = (shell: Shell) => path.join(folder, shell);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-completion-'));
  writeFileSync(path.join(folder, 'report.json'), '');
  for (const shell of shells) {
    const { code, stdout, stderr } = await runCommand(['completion', shell], { env: {} });
    expect([code, stderr]).toEqual([0, '']);
    writeFileSync(buildScriptPath(shell), stdout);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The lines that a shell prints when it runs a script with these arguments. */
function runInShell(shell: Shell, text: string, args: readonly string[] = []): string[] {
  const { stdout, stderr, status } = spawnSync(shell, ['-c', text, ...(shell === 'fish' ? [] : [shell]), ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  expect([stderr, status]).toEqual(['', 0]);
  return stdout.split('\n').filter((word) => word !== '');
}

/** Bash's completions after these words, and `files` if readline also completes file names. */
function completeInBash(...words: string[]): string[] {
  const script = `source ${buildScriptPath('bash')}
    offersFiles=1; compopt() { [[ $* == *'+o default'* ]] && offersFiles=; }
    COMP_WORDS=(eks-preflight "$@"); COMP_CWORD=$#; _eks_preflight
    printf '%s\\n' "\${COMPREPLY[@]}" \${offersFiles:+files}`;
  return runInShell('bash', script, words);
}

function completeInFish(typed: string): string[] {
  return runInShell(
    'fish',
    `source ${buildScriptPath('fish')}; complete -C ${JSON.stringify(`eks-preflight ${typed}`)}`,
  ).map((offer) => offer.split('\t')[0] ?? offer);
}

/** Types a line with tabs into an interactive zsh. Returns the completed line. */
function completeInZsh(typed: string): string {
  const script = `zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PROMPT=; autoload -Uz compinit; compinit -u -D; source ${buildScriptPath('zsh')}
      show() { print -r -- \\"<<\\$BUFFER>>\\" }; zle -N show; bindkey '^X' show; print rea''dy"
    zpty -r shell line '*ready*'
    zpty -n -w shell "$1"$'\\x18'
    zpty -r shell line '*>>*'
    print -r -- $line`;
  return /<<(.*)>>/.exec(runInShell('zsh', script, [`eks-preflight ${typed}`]).join(''))?.[1] ?? '';
}

describe.each(shells)('%s', (shell) => {
  it.skipIf(isMissing(shell))('can read its script', () => {
    expect(runInShell(shell, `${shell} -n ${buildScriptPath(shell)}`)).toEqual([]);
  });
});

describe('bash', () => {
  it('offers the commands', () => {
    const names = line.commands.map(({ name }) => name);
    expect(completeInBash('')).toEqual([...names, '--version', '--help']);
    expect(completeInBash('per')).toEqual(['permissions']);
  });

  it.each(line.commands.filter(({ options }) => options.length > 0))('offers the options of $name', (command) => {
    const flags = command.options.map((option) => option.flags[0]);
    expect(flags).toContain('--help');
    expect(completeInBash(command.name, '--')).toEqual(flags);
  });

  it.each<[string, string[], string[]]>([
    ['values', ['scan', '--format', ''], [...formatNames]],
    ['values of the command', ['permissions', '--format', ''], ['iam', 'rbac', 'terraform']],
    ['values after =', ['scan', '--format', '=', 'pro'], ['prometheus']],
    ['values right after =', ['scan', '--scope', '='], ['all', 'control-plane']],
    ['a word of a list', ['scan', '--fail-on', 'warn,un'], ['warn,unknown']],
    ['areas and checks', ['scan', '--only', 'nodes,clients'], ['nodes,clients', ...listCheckIds('clients', 'nodes,')]],
    ['a check after a quote', ['scan', '--skip', "'clients/"], listCheckIds('clients')],
    ['a check for an argument', ['checks', 'clients/'], listCheckIds('clients')],
    ['shells', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['a command to help with', ['help', 'di'], ['diff']],
    ['files for an option', ['scan', '--kubeconfig', 'rep'], ['files']],
    ['files after a format', ['render', 'r.json', '--output', 'json', '=', 'rep'], ['files']],
    ['files for arguments', ['diff', 'old.json', ''], ['files']],
    ['files of plug-ins', ['scan', '--plugin', 'rep'], ['files']],
    ['files of rules', ['test-rules', ''], ['files']],
    ['nothing for a name', ['scan', '--region', ''], []],
    ['nothing that the user did not begin', ['scan', '--format', '$(touch x)*'], []],
  ])('offers %s', (_what, words, offered) => {
    expect(completeInBash(...words)).toEqual(offered);
  });
});

describe.skipIf(isMissing('fish'))('fish', () => {
  it.each<[string, string[]]>([
    ['scan --for', ['--format']],
    ['scan --format p', ['prometheus']],
    ['scan --fail-on warn,un', ['warn,unknown']],
    ['scan --only=nodes,clients/', listCheckIds('clients', '--only=nodes,')],
    ['checks clients/', listCheckIds('clients')],
    ['gate rep', ['report.json']],
    ['test-rules rep', ['report.json']],
    ['checks --plugin rep', ['report.json']],
    ['scan rep', []],
    ['scan --region rep', []],
    ['render x --output json=rep', ['json=report.json']],
  ])('offers for %j', (typed, offered) => {
    expect(completeInFish(typed)).toEqual(offered);
  });
});

describe.skipIf(isMissing('zsh'))('zsh', () => {
  it.each([
    ['scan --form\tpro\t', 'scan --format=prometheus '],
    ['perm\t--format=terr\t', 'permissions --format=terraform '],
    ['checks nodes/kubelet-sk\t', 'checks nodes/kubelet-skew '],
    ['scan --fail-on warn,unk\t', 'scan --fail-on warn,unknown,'],
    ['scan --only nodes,clients/ek\t', 'scan --only nodes,clients/eksctl-version,'],
    ['diff old.json rep\t', 'diff old.json report.json '],
    ['test-rules rep\t', 'test-rules report.json '],
    ['scan --plugin rep\t', 'scan --plugin report.json '],
    ['render x --output json=rep\t', 'render x --output json=report.json '],
  ])('completes %j', (typed, completed) => {
    expect(completeInZsh(typed)).toBe(`eks-preflight ${completed}`);
  });
});

function listCheckIds(area: string, before = ''): string[] {
  return ids.filter((id) => id.startsWith(`${area}/`)).map((id) => `${before}${id}`);
}

describe('what is offered for a value', () => {
  it('was decided for every name of a value in the help texts', () => {
    const anyText = line.commands.flatMap(({ options, argument, called }) => [
      ...options.filter(({ value }) => value.kind === 'text').map((option) => option.called),
      ...(argument.kind === 'text' ? [called] : []),
    ]);
    expect([...new Set(anyText)].toSorted()).toEqual([
      'arn',
      'cluster',
      'date',
      'destination,...',
      'group',
      'id',
      'key',
      'label',
      'location',
      'name',
      'number',
      'partition',
      'region',
      'size',
      'task',
      'text',
      'time',
      'url',
      'version',
    ]);
  });

  it('is no variable: the description stands without it', () => {
    expect(readFileSync(buildScriptPath('fish'), 'utf8')).not.toContain('EKS_PREFLIGHT_');
  });
});

it('an unknown shell is refused', async () => {
  expect(await runCommand(['completion', 'tcsh'], { env: {} })).toMatchObject({
    code: 3,
    stdout: '',
    stderr: "eks-preflight: invalid shell 'tcsh' (expected bash, zsh or fish)\n",
  });
});
