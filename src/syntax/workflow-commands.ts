/**
 * Workflow commands of GitHub Actions. The runner parses them in the output of a step: `::name key=value::text` at the
 * start of a line, after any white space, and `##[name]text` anywhere in a line (actions/runner, ActionCommand.cs).
 * Azure Pipelines parses `##vso[name]text`.
 */

type CommandName = 'error' | 'warning' | 'notice';

/** Formats an annotation for the runner; escapes its texts, which are external. */
export function workflowCommand(name: CommandName, properties: Readonly<Record<string, string>>, text: string): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`);
  return `::${name}${pairs.length === 0 ? '' : ` ${pairs.join(',')}`}::${broken(escaped(text))}`;
}

/** Escapes text as `@actions/core` does. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return broken(escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C'));
}

/**
 * Changes text so that no line of it is a workflow command.
 * @param colon replaces the first colon of a line that would be a workflow command
 */
export function withoutWorkflowCommands(text: string, colon = ': '): string {
  const safe = broken(text);
  if (!safe.includes('::')) return safe;
  return safe
    .split('\n')
    .map((line) => withoutCommand(line, colon))
    .join('\n');
}

/** Leaves `::1` and `::/0` unchanged: the name of a command begins with a letter. */
function withoutCommand(line: string, colon: string): string {
  const start = line.length - line.trimStart().length;
  return /^::[A-Za-z]/.test(line.slice(start, start + 3))
    ? `${line.slice(0, start)}${colon}${line.slice(start + 1)}`
    : line;
}

function broken(text: string): string {
  return text.replaceAll(/#(?=#(?:vso)?\[)/g, '# ');
}

/**
 * JSON in which no line is a workflow command; it parses to the same data. The input must have no line that begins with
 * a colon.
 */
export function jsonWithoutWorkflowCommands(json: string): string {
  return json.replaceAll(/#(?=#(?:vso)?\[)/g, String.raw`\u0023`);
}

/** Escapes HTML so that no line of it is a workflow command; browsers show the same. Not for scripts and styles. */
export function htmlWithoutWorkflowCommands(html: string): string {
  const safe = html.replaceAll(/#(?=#(?:vso)?\[)/g, '&#35;');
  if (!safe.includes('::')) return safe;
  return safe
    .split('\n')
    .map((line) => (line.trimStart().startsWith('::') ? line.replace(':', '&#58;') : line))
    .join('\n');
}
