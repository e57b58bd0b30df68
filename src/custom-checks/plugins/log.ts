/** Lines that a module may print, and characters of a line. */
const most = 1_000;
const longest = 1_000;

/**
 * Hands on what a module prints, line by line: so much of it, and no more.
 * @returns takes the next piece
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
