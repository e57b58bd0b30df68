import type { CompletedCommand, CompletedLine, CompletedOption, Value } from './description.ts';

/** A completion script for fish 3.0 and later. */
export function fishScript({ program, options, commands, checks }: CompletedLine): string {
  const prefix = `__${program.replaceAll('-', '_')}`;
  const before = `complete -c ${program} -n ${prefix}_in`;
  return `# fish completion of ${program}, printed by \`${program} completion fish\`.
set -g ${prefix}_checks ${checks.map(quoted).join(' ')}

function ${prefix}_in --description 'True after the named command; without a name, where none was given yet'
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

function ${prefix}_list --description 'Words, after those of a list with commas'
    set -l before (commandline -ct | string replace -r '^--[a-z-]+=' '' | string match -r '^.*,')
    for word in $argv
        echo "$before$word"
    end
end

complete -c ${program} -f
${[
  ...options.map((option) => optionLine(before, option, prefix)),
  ...commands.map(({ name, description }) => `${before} -a ${name} -d ${quoted(description)}`),
  ...commands.flatMap((command) => commandLines(program, command, prefix)),
].join('\n')}
`;
}

function commandLines(program: string, { name, options, argument }: CompletedCommand, prefix: string): string[] {
  const before = `complete -c ${program} -n '${prefix}_in ${name}'`;
  const own =
    argument.kind === 'none' || argument.kind === 'text' ? [] : [`${before}${formatValueArguments(argument, prefix)}`];
  return [...own, ...options.map((option) => optionLine(before, option, prefix))];
}

function optionLine(before: string, { flags, description, value }: CompletedOption, prefix: string): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`));
  const takes = value.kind === 'none' ? '' : ' -r';
  return `${before}${names.join('')}${takes}${formatValueArguments(value, prefix)} -d ${quoted(description)}`;
}

/** Files are offered only where a file is expected. */
function formatValueArguments(value: Value, prefix: string): string {
  if (value.kind === 'none') return '';
  if (value.kind === 'file' || value.kind === 'output') return ' -F';
  if (value.kind === 'text') return ' -f';
  if (value.kind === 'words') return ` -f -a ${quoted(value.words.join(' '))}`;
  if (value.kind === 'list') return ` -f -a '(${prefix}_list ${value.words.join(' ')})'`;
  return value.kind === 'checks' ? ` -f -a "$${prefix}_checks"` : ` -f -a '(${prefix}_list $${prefix}_checks)'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
