/**
 * A command in a line of a step's output, as the GitHub Actions runner finds commands (actions/runner,
 * ActionCommand.cs), except that any command name counts.
 */
export interface FoundCommand {
  name: string;
  properties: Record<string, string>;
  data: string;
}

/** Parses `::name key=value::data` after any white space. */
export function parseCommand(line: string): FoundCommand | undefined {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end < 0) return undefined;
  const info = text.slice(2, end);
  const space = info.indexOf(' ');
  const name = space < 0 ? info : info.slice(0, space);
  const pairs = (space < 0 ? '' : info.slice(space + 1)).split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at < 1
      ? []
      : [
          [
            pair.slice(0, at),
            unescaped(pair.slice(at + 1))
              .replaceAll('%3A', ':')
              .replaceAll('%2C', ',')
              .replaceAll('%25', '%'),
          ],
        ];
  });
  return { name, properties: Object.fromEntries(pairs), data: unescaped(text.slice(end + 2)).replaceAll('%25', '%') };
}

function unescaped(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** True for `##[name]data` anywhere in the line, and for `##vso[` of Azure Pipelines. */
export function holdsOldCommand(line: string): boolean {
  return /##(?:vso)?\[/.test(line);
}
