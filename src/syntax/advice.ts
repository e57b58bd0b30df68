import type { Command } from './shell.ts';
import { refuseNoTemplate } from './template.ts';

declare const isAdvice: unique symbol;

/** What to do about a finding: Markdown with the commands in it. Only this module makes it; a string is not advice. */
export interface Advice {
  readonly [isAdvice]: true;
  /** Markdown. Each command is in a code span or a code block. */
  readonly text: string;
  /** The commands, ready to paste, in the order of the text. */
  readonly commands: readonly string[];
  /** @internal The tools that manage what it changes, such as `Terraform`; empty if none was seen. */
  readonly managers: readonly string[];
}

const made = new WeakSet<object>();

function make(text: string, found: readonly string[], managers: readonly string[] = []): Advice {
  const piece = Object.freeze({
    text,
    commands: Object.freeze(found),
    managers: Object.freeze([...new Set(managers)]),
  }) as Advice;
  made.add(piece);
  return piece;
}

/** True for advice that this module made: only then are the values in its commands quoted. */
export function isMadeAdvice(value: unknown): value is Advice {
  return typeof value === 'object' && value !== null && made.has(value);
}

/**
 * Makes advice from a template. The text of the template is Markdown. A string value becomes one line of plain text, a
 * command becomes code, and advice stays unchanged.
 */
export function advice(
  template: TemplateStringsArray,
  ...values: readonly (string | number | Command | Advice)[]
): Advice {
  refuseNoTemplate(template, 'advice');
  let text = '';
  let inCode = false;
  const found: string[] = [];
  const managers: string[] = [];
  for (const [index, part] of template.entries()) {
    text += part;
    if (isOdd(part.match(/`/g)?.length ?? 0)) inCode = !inCode;
    const value = values[index];
    if (value === undefined) continue;
    if (typeof value === 'string') text += plain(value, inCode);
    else if (typeof value === 'number') text += String(value);
    else {
      const piece = 'withheld' in value ? inline(value) : value;
      text += piece.text;
      found.push(...piece.commands);
      managers.push(...piece.managers);
    }
  }
  return make(text, found, managers);
}

/** Joins pieces of advice, in order. */
export function joinAdvice(parts: readonly Advice[], between: string): Advice {
  return make(
    parts.map(({ text }) => text).join(between),
    parts.flatMap((part) => part.commands),
    parts.flatMap((part) => part.managers),
  );
}

/** The same advice, about an object that a tool manages; unchanged if no tool was seen. */
export function managedBy({ text, commands: found, managers }: Advice, tool: string | undefined): Advice {
  return make(text, found, tool === undefined ? managers : [...managers, tool]);
}

/** Markdown of a table of eks-preflight or of a rule file; may contain code. Never pass text from a cluster. */
export function ofTable(text: string): Advice {
  return make(text, []);
}

/**
 * Markdown of one line that was stored with the facts, such as the hint of a reason. Several backticks in a row become
 * an apostrophe. If the other backticks pair up, code spans stay code; otherwise, each becomes an apostrophe. Commands
 * in the text are not listed as commands of the advice.
 */
export function quotedMarkdown(text: string): Advice {
  const line = text.replaceAll(/`{2,}/g, "'").replaceAll(/\s+/g, ' ').trim();
  const isWhole = (line.match(/`/g)?.length ?? 0) % 2 === 0;
  return make(isWhole ? line : line.replaceAll('`', "'"), []);
}

/** A block of commands, in order. If one is withheld, all are: each may depend on those before it. */
export function commands(...lines: readonly Command[]): Advice {
  const reasons = [...new Set(lines.flatMap((line) => line.withheld ?? []))];
  if (reasons.length > 0) return make(withheldText(lines.length, reasons), []);
  const texts = lines.flatMap(({ text }) => text ?? []);
  return make(['```sh', ...texts, '```'].join('\n'), texts);
}

/** The same advice with comments in front of its block of commands; undefined if it does not have exactly one block. */
export function commented(
  { text, commands: found, managers }: Advice,
  comments: readonly Advice[],
): Advice | undefined {
  const [before, after, ...more] = text.split('```sh\n');
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  const lines = comments.map((comment) => `# ${comment.text}\n`).join('');
  return make(`${before}\`\`\`sh\n${lines}${after}`, found, managers);
}

/**
 * Advice around its first block: the prose before it, which ends as a sentence, and the rest. Without a block, the rest
 * is undefined.
 */
export function splitAtBlock({ text, commands: found, managers }: Advice): { prose: Advice; rest: Advice | undefined } {
  const at = text.indexOf('```');
  if (at < 0) return { prose: make(text, found, managers), rest: undefined };
  const prose = text.slice(0, at).trimEnd();
  const inProse = found.findIndex((command) => !prose.includes(`\`${command}\``));
  const count = inProse < 0 ? found.length : inProse;
  return {
    prose: make(prose.replace(/:$/, '.'), found.slice(0, count), managers),
    rest: make(text.slice(at), found.slice(count)),
  };
}

/** A JSON document that is not a command; the text around it says where it belongs. */
export function jsonBlock(value: unknown): Advice {
  return make(['```json', JSON.stringify(value, null, 2).replaceAll('```', "'''"), '```'].join('\n'), []);
}

/** Values of a Helm chart below one key, as YAML. */
export function valuesBlock(key: string, values: Readonly<Record<string, string | number | boolean>>): Advice {
  const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`);
  return make(['```yaml', `${key}:`, ...lines, '```'].join('\n').replaceAll(/(?<=.)```(?=.)/g, "'''"), []);
}

function inline(command: Command): Advice {
  if (command.withheld !== undefined) return make(withheldText(1, [command.withheld]), []);
  const { text } = command;
  return /[`\n]/.test(text) ? make(`\n\n${commands(command).text}\n\n`, [text]) : make(`\`${text}\``, [text]);
}

function withheldText(count: number, reasons: readonly string[]): string {
  const which = count === 1 ? 'Command not shown: it includes' : 'Commands not shown: they include';
  return `(${which} ${reasons.map((reason) => `a name that ${reason}`).join(', and ')}.)`;
}

function isOdd(count: number): boolean {
  return count % 2 === 1;
}

/** Text on one line, with apostrophes instead of backticks; as code if it could be parsed as a link or a tag. */
function plain(text: string, inCode: boolean): string {
  const line = text.replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim();
  return !inCode && /[<[\]\\]/.test(line) ? `\`${line}\`` : line;
}
