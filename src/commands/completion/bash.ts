import type { CompletedCommand, CompletedLine, CompletedOption, Value } from './description.ts';

/**
 * A completion script for bash 3.2 and later, which needs no bash-completion. If nothing matches, readline
 * offers files; in newer versions of bash, `compopt` turns this off where no file is expected.
 */
export function bashScript({ program, options, commands, checks }: CompletedLine): string {
  const name = `_${program.replaceAll('-', '_')}`;
  const first = [...commands.map((command) => command.name), ...longFlags(options)];
  return `# bash completion of ${program}, printed by \`${program} completion bash\`.
${name}() {
  local IFS=$' \\t\\n'
  local current=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} at=$((COMP_CWORD - 1))
  local words= files= separator= before= word
  local checks=${quoted(checks)}
  COMPREPLY=()
  # Bash splits --name=value into three words.
  [[ $current == = ]] && current=
  while ((at > 1)) && [[ \${COMP_WORDS[at]} != -* && (\${COMP_WORDS[at]} == = || \${COMP_WORDS[at + 1]} == =) ]]; do
    at=$((at - 1))
  done
  if ((COMP_CWORD == 1)); then
    words=${quoted(first)}
  else
    case "$command \${COMP_WORDS[at]}" in
${valueCases(commands).join('\n')}
      *)
        case "$command $current" in
${commands.flatMap(commandCases).join('\n')}
        esac ;;
    esac
  fi
  [[ -n $files ]] && return
  type compopt &>/dev/null && compopt +o default +o bashdefault 2>/dev/null
  current=\${current#[\\'\\"]}
  [[ -n $separator && $current == *,* ]] && before=\${current%,*},
  for word in $words; do
    [[ $word == "\${current#"$before"}"* ]] && COMPREPLY+=("$before$word")
  done
}
complete -o bashdefault -o default -F ${name} ${program}
`;
}

/** The values of options: one case for all options that take the same values. */
function valueCases(commands: readonly CompletedCommand[]): string[] {
  const places = commands.flatMap(({ name, options }) =>
    options
      .filter(({ value }) => value.kind !== 'none')
      .flatMap(({ flags, value }) =>
        flags.map((flag) => ({ place: `'${name} ${flag}'`, set: formatAssignment(value) })),
      ),
  );
  return [...new Set(places.map(({ set }) => set))].map((set) => {
    const alike = places.filter((one) => one.set === set).map(({ place }) => place);
    return `      ${alike.join('|')}) ${set} ;;`;
  });
}

/**
 * The options of a command, and its argument. If there is no argument, or it can be any text, an empty word completes
 * to the options.
 */
function commandCases({ name, options, argument }: CompletedCommand): string[] {
  const flags = `words=${quoted(longFlags(options))}`;
  if (argument.kind === 'none' || argument.kind === 'text') return [`          '${name} '|'${name} '-*) ${flags} ;;`];
  return [`          '${name} '-*) ${flags} ;;`, `          '${name} '*) ${formatAssignment(argument)} ;;`];
}

function formatAssignment(value: Value): string {
  if (value.kind === 'words') return `words=${quoted(value.words)}`;
  if (value.kind === 'list') return `words=${quoted(value.words)} separator=,`;
  if (value.kind === 'checks') return 'words=$checks';
  if (value.kind === 'check-list') return 'words=$checks separator=,';
  return value.kind === 'file' || value.kind === 'output' ? 'files=1' : ':';
}

function longFlags(options: readonly CompletedOption[]): string[] {
  return options.flatMap(({ flags }) => flags.slice(0, 1));
}

function quoted(words: readonly string[]): string {
  return `'${words.join(' ').replaceAll("'", String.raw`'\''`)}'`;
}
