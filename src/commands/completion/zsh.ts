import type { CompletedCommand, CompletedLine, CompletedOption, Value } from './description.ts';

/** A completion script for zsh, to save as `_eks-preflight` in a folder of `fpath`, or to source after `compinit`. */
export function zshScript({ program, options, commands, checks }: CompletedLine): string {
  const name = `_${program}`;
  const array = `_${program.replaceAll('-', '_')}_all_checks`;
  return `#compdef ${program}
# zsh completion of ${program}, printed by \`${program} completion zsh\`.

typeset -ga ${array}=(${checks.map(quoted).join(' ')})

${name}_checks() {
  compadd "$@" -a ${array}
}

${name}_check_list() {
  _values -s , check $${array}
}

${name}_output() {
  compset -P '*='
  _files
}

${name}() {
  local curcontext=$curcontext state line
  local -A opt_args
  local -a commands=(
${commands.map((command) => `    ${quoted(`${command.name}:${command.description}`)}`).join('\n')}
  )
  _arguments -C \\
${options.map((option) => `    ${formatOptionSpec(option, name)} \\`).join('\n')}
    '1: :->command' '*:: :->arguments' && return
  case $state in
    command) _describe -t commands command commands ;;
    arguments)
      case $words[1] in
${commands.map((command) => commandCase(command, name)).join('\n')}
      esac ;;
  esac
}

if [[ $funcstack[1] == ${name} ]]; then
  ${name} "$@"
else
  compdef ${name} ${program}
fi
`;
}

function commandCase({ name, options, argument, called }: CompletedCommand, prefix: string): string {
  const specs = options.map((option) => formatOptionSpec(option, prefix));
  // Without the guard, zsh only shows the message of the argument and does not complete options.
  const action = argument.kind === 'text' ? `_guard "^-*" ${called}` : formatAction(argument, called, prefix);
  const own = argument.kind === 'none' ? [] : [quoted(`*:${called}:${action}`)];
  const lines = [`        ${name}) _arguments`, ...[...specs, ...own].map((spec) => `          ${spec}`)];
  return `${lines.join(' \\\n')} ;;`;
}

/** An option for `_arguments`: `'--format=[format of the report]:format:(text json)'`. */
function formatOptionSpec({ flags, description, value, called }: CompletedOption, prefix: string): string {
  const [flag = ''] = flags;
  const explanation = `[${inBrackets(description)}]`;
  const argument = value.kind === 'none' ? '' : `:${inMessage(called)}:${formatAction(value, called, prefix)}`;
  const names = value.kind === 'none' ? flags : flags.map((one) => (one.startsWith('--') ? `${one}=` : `${one}+`));
  const [name = flag] = names;
  const mayRepeat = value.kind === 'output';
  const rest = `${explanation}${argument}`;
  if (flags.length < 2) return quoted(`${mayRepeat ? '*' : ''}${name}${rest}`);
  return `${quoted(mayRepeat ? '*' : `(${flags.join(' ')})`)}{${names.join(',')}}${quoted(rest)}`;
}

function formatAction(value: Value, called: string, prefix: string): string {
  if (value.kind === 'words') return `(${value.words.join(' ')})`;
  if (value.kind === 'list') return `_values -s , ${called.replaceAll(/[^a-z]/g, '')} ${value.words.join(' ')}`;
  if (value.kind === 'checks') return `${prefix}_checks`;
  if (value.kind === 'check-list') return `${prefix}_check_list`;
  if (value.kind === 'output') return `${prefix}_output`;
  return value.kind === 'file' ? '_files' : ' ';
}

/** Escapes the characters that would end a description or the whole specification. */
function inBrackets(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, String.raw`\$&`);
}

function inMessage(text: string): string {
  return text.replaceAll(/[\\:]/g, String.raw`\$&`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
