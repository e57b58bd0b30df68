// The arguments of `eks-preflight scan`, from the inputs of the action.

/** The inputs that are options of `scan`, each with the same name. */
export const optionInputs = [
  'cluster',
  'region',
  'target',
  'karpenter-target',
  'only',
  'with',
  'config',
  'plugin',
  'baseline',
  'fail-on',
];

/** What words are made of: '…', "…", a backslash with the next character, other characters; and the white space between them. */
const piece = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^'"\\ \t\r\n]+)|[ \t\r\n]+/y;

/**
 * Splits a text into words by the quoting rules of a POSIX shell. Expands nothing: every other character is part of its word.
 * @throws Error if a quote has no end, or if nothing follows the last backslash
 */
export function splitWords(text) {
  const words = [];
  let isOpen = false;
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) {
    const match = piece.exec(text);
    if (match === null) throw new Error('args: a quote has no end, or nothing follows the last backslash');
    const [, single, double, escaped, plain] = match;
    if (escaped === '\n') continue;
    const read = single ?? double?.replaceAll(/\\(?:\n|([$`"\\]))/g, '$1') ?? escaped ?? plain;
    if (read !== undefined) words.push(isOpen ? `${words.pop()}${read}` : read);
    isOpen = read !== undefined;
  }
  return words;
}

/** The arguments that the inputs give: `INPUT_FAIL_ON` is the input `fail-on`. An input that is empty is not set. */
export function toArguments(env) {
  const valueOf = (input) => env[`INPUT_${input.toUpperCase().replaceAll('-', '_')}`] ?? '';
  const given = optionInputs.filter((input) => valueOf(input) !== '');
  return [...given.map((input) => `--${input}=${valueOf(input)}`), ...splitWords(valueOf('args'))];
}
