/** Limits of a module's output: the number of lines, and the characters of a line. */
const most = 1_000;
const longest = 1_000;

/**
 * Logs a module's output line by line, up to the limits.
 * @returns a function that takes the next piece
 */
export function createLineLogger(log: (line: string) => void): (piece: string) => void {
  let left = most;
  let begun = '';
  const logLine = (line: string): void => {
    if (left <= 0 || line === '') return;
    left -= 1;
    log(left === 0 ? 'the plug-in printed more; the rest is not shown' : line.slice(0, longest));
  };
  return (piece) => {
    if (left <= 0) return;
    const lines = `${begun}${piece}`.split('\n', most);
    begun = (lines.pop() ?? '').slice(0, longest);
    for (const line of lines) logLine(line);
  };
}
