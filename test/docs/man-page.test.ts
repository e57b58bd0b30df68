import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manPage } from '../../scripts/man-page.ts';
import { commandLine } from '../../src/commands/options/command-line.ts';
import { isMissing } from '../packaging/debian.ts';

const program = commandLine('0.1.0');
const page = manPage(program);

const saidBy = (tool: string, args: readonly string[], input = page) => {
  const { stdout, stderr } = spawnSync(tool, args, { input, encoding: 'utf8' });
  return { stdout, stderr };
};

describe('the man page', () => {
  it('has every command and every option', () => {
    const plain = page.replaceAll(String.raw`\-`, '-');
    const flags = program.commands.flatMap(({ options }) => options.map(({ flags: all }) => all));
    expect(flags.filter((all) => !plain.includes(`\\fB${all}\\fR`))).toEqual([]);
    const names = program.commands.map((command) => command.name());
    expect(names.filter((name) => !plain.includes(`\n.SS ${name}`))).toEqual([]);
  });

  it('stands in the package', () => {
    const { man, files } = JSON.parse(readFileSync('package.json', 'utf8')) as { man: string[]; files: string[] };
    expect([man, files.includes('man')]).toEqual([['./man/eks-preflight.1'], true]);
  });

  it('begins no line with a stray request', () => {
    const requests = page.split('\n').filter((text) => /^[.']/.test(text));
    expect(requests.filter((text) => !/^\.(TH|SH|SS|TP|PP|br|ad l|nh)( |$)/.test(text))).toEqual([]);
  });

  it.skipIf(isMissing('mandoc'))('has no fault for mandoc but its missing date', () => {
    const lines = saidBy('mandoc', ['-Tlint', '-W', 'warning']).stdout.trimEnd().split('\n');
    expect(lines).toEqual([expect.stringContaining('missing date')]);
  });

  it.skipIf(isMissing('groff'))('has no fault for groff', () => {
    const { stdout, stderr } = saidBy('groff', ['-man', '-Tutf8', '-ww']);
    expect(stderr).toBe('');
    expect(stdout).toContain('EKS_PREFLIGHT_KARPENTER_TARGET');
  });
});
