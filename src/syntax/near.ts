/** Edit distance with transpositions (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const at = (line: readonly number[], index: number): number => line[index] ?? Infinity;
      const changed = at(last, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(before, column - 2) + 1 : Infinity;
      next.push(Math.min(at(last, column) + 1, at(next, column - 1) + 1, changed, swapped));
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}

/** Longer words are not typing errors, and comparing them takes long. */
const longest = 80;

/**
 * The candidates nearest to a misspelled word, at most three, the nearest first; empty if each differs in more than a
 * third of the letters of the word (one letter may always differ). Ignores case and separators: `fail_on` matches
 * `failOn`.
 */
export function nearest(word: string, candidates: readonly string[]): string[] {
  const wanted = folded(word);
  if (wanted === '' || wanted.length > longest) return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const rated = candidates
    .map((candidate) => ({ candidate, distance: editDistance(wanted, folded(candidate)) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  const [best] = rated;
  return rated
    .filter(({ distance }) => distance <= (best?.distance ?? 0) + 1)
    .map(({ candidate }) => candidate)
    .slice(0, 3);
}

function folded(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '');
}
