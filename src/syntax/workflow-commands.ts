/**
 * Workflow commands of GitHub Actions. The runner reads them in what a step prints: `::name key=value::text` where it begins a
 * line, behind any white space, and `##[name]text` anywhere in a line (actions/runner, ActionCommand.cs). Azure Pipelines reads
 * `##vso[name]text`.
 */
type CommandName = 'error' | 'warning' | 'notice';

/** An annotation as the runner reads it; its texts come from outside. */
export function workflowCommand(name: CommandName, properties: Readonly<Record<string, string>>, text: string): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`);
  return `::${name}${pairs.length === 0 ? '' : ` ${pairs.join(',')}`}::${broken(escaped(text))}`;
}

/** As `@actions/core` does. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return broken(escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C'));
}

/**
 * Text in which no line is a workflow command.
 * @param colon what stands for the first colon of a line that would be one
 */
export function withoutWorkflowCommands(text: string, colon = ': '): string {
  const safe = broken(text);
  if (!safe.includes('::')) return safe;
  return safe
    .split('\n')
    .map((line) => withoutCommand(line, colon))
    .join('\n');
}

/** An IPv6 address may begin a line: a command's name begins with a letter. */
function withoutCommand(line: string, colon: string): string {
  const start = line.length - line.trimStart().length;
  return /^::[A-Za-z]/.test(line.slice(start, start + 3))
    ? `${line.slice(0, start)}${colon}${line.slice(start + 1)}`
    : line;
}

function broken(text: string): string {
  return text.replaceAll(/#(?=#(?:vso)?\[)/g, '# ');
}

/** JSON in which no line is a workflow command; it is read back as it was. Its lines begin with no colon. */
export function jsonWithoutWorkflowCommands(json: string): string {
  return json.replaceAll(/#(?=#(?:vso)?\[)/g, String.raw`\u0023`);
}

/** HTML in which no line is a workflow command; a browser shows it as it was. Not for scripts and styles. */
export function htmlWithoutWorkflowCommands(html: string): string {
  const safe = html.replaceAll(/#(?=#(?:vso)?\[)/g, '&#35;');
  if (!safe.includes('::')) return safe;
  return safe
    .split('\n')
    .map((line) => (line.trimStart().startsWith('::') ? line.replace(':', '&#58;') : line))
    .join('\n');
}
