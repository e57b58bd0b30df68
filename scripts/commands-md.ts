import { changes, local, readings } from '../test/laws/command-table/table.ts';
import type { Change } from '../test/laws/command-table/rows.ts';

const introduction = `# Printed commands

What every command does that a report prints: what it resets if it is not named, what it replaces, whether you can run it
twice, how you see that it worked, how you undo it. Sentences in quotation marks are those of the API reference or the tool.
"Not documented" means that no source says what happens to the member: the command then repeats it where its value was read.
\`npm run generate\` writes this page from \`test/laws/command-table\`; a printed command without a line fails the tests.`;

/** Builds `docs/commands.md`: the table of every command that a report prints. */
export function commandsMarkdown(): string {
  const runs = changes.filter(({ run }) => 'by' in run);
  const counts = `${changes.length} kinds of commands change something. Tests run ${runs.length} of them in worlds that apply
them as their sources say, and scan again; the table says why the others are not run.`;
  const parts = [
    introduction,
    counts,
    '## Commands that change something',
    ...changes.map(formatSection),
    '## Commands that change no object',
    list(readings),
    '## Commands that change only the machine on which they run',
    list(local),
  ];
  return `${parts.join('\n\n')}\n`;
}

function formatSection({ command, omitted, overwrites, again, worked, undone, source, run }: Change): string {
  const rows: [string, string][] = [
    ['omitted members', omitted],
    ['replaces', overwrites],
    ['run twice', again],
    ['worked', worked],
    ['undo', undone],
    ['run by tests', 'by' in run ? `with ${run.by}` : `no: ${run.not}`],
    ['source', source],
  ];
  return [
    `### \`${command}\``,
    ['| | |', '| --- | --- |', ...rows.map(([name, text]) => `| ${name} | ${text.replaceAll('|', '\\|')} |`)].join(
      '\n',
    ),
  ].join('\n\n');
}

function list(names: readonly string[]): string {
  return `${names.map((name) => `\`${name}\``).join(', ')}.`;
}
