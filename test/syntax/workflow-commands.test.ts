import { describe, expect, it } from 'vitest';
import {
  jsonWithoutWorkflowCommands,
  withoutWorkflowCommands,
  workflowCommand,
} from '../../src/syntax/workflow-commands.ts';
import { inventoryText } from '../../src/commands/files/inventory-file.ts';
import { parseCommand, holdsOldCommand } from '../formats/actions-runner.ts';

/** Workflow commands of GitHub Actions: those that we write, and those that hostile texts must not create. */

describe('an annotation', () => {
  it('escapes its texts as @actions/core does', () => {
    expect(workflowCommand('error', { file: 'a:b,c', title: '50 %\r\n' }, '50 %: a, b\r\nc')).toBe(
      '::error file=a%3Ab%2Cc,title=50 %25%0D%0A::50 %25: a, b%0D%0Ac',
    );
    expect(workflowCommand('notice', {}, 'x')).toBe('::notice::x');
  });

  it.each(['::error::x', 'a::b', ',line=1::x', '%0A::error::x', '%3A%2C', '##[error]x', 'a\n::error::x'])(
    'is read back with the text that it was given: %j',
    (text) => {
      const line = workflowCommand('warning', { title: text }, text);
      const shown = text.replaceAll('##[', '# #[');
      expect(line).not.toContain('\n');
      expect(holdsOldCommand(line)).toBe(false);
      expect(parseCommand(line)).toEqual({ name: 'warning', properties: { title: shown }, data: shown });
    },
  );
});

describe('other texts', () => {
  it.each([
    ['::error::x', ': :error::x'],
    ['a\n \t::set-env name=A::b\n', 'a\n \t: :set-env name=A::b\n'],
    ['##[error]x', '# #[error]x'],
    ['a ###[x] ##vso[task.x]', 'a ## #[x] # #vso[task.x]'],
  ])('%j becomes %j', (text, safe) => {
    expect(withoutWorkflowCommands(text)).toBe(safe);
    expect(safe.split('\n').filter((line) => parseCommand(line) !== undefined || holdsOldCommand(line))).toEqual([]);
  });

  it.each(['a ::error::x', 'ec2:DescribeSubnets', '::/0', '::1 and fe80::1', '## [x]', '#[x]', ''])(
    'stays as it is: %j',
    (text) => expect(withoutWorkflowCommands(text)).toBe(text),
  );

  it('are read back from JSON as they were', async () => {
    const data = { '##[error]x': ['##[', '###[', '##vso[task.x]', '::error::x'] };
    const json = jsonWithoutWorkflowCommands(JSON.stringify(data));
    expect(holdsOldCommand(json)).toBe(false);
    expect(JSON.parse(json)).toEqual(data);
    const takenAt = '2026-11-20T12:00:00.000Z';
    const reason = { kind: 'denied', message: '##[error]x' } as const;
    const text = await inventoryText({ takenAt, readings: { nodes: { ok: false, reason } } }, '0.1.0');
    expect(holdsOldCommand(text)).toBe(false);
    expect(JSON.parse(text)).toMatchObject({ readings: { nodes: { reason } } });
  });
});
