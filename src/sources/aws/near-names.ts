const SHOWN = 5;

/**
 * Up to five of the names that `wanted` may be a typo of, nearest first: a name contains `wanted` or is part of it, or
 * at most half of the letters differ (two in a short name).
 */
export function nearNames(wanted: string, names: readonly string[]): string[] {
  const low = wanted.toLowerCase();
  const scored = names.map((name) => ({ name, distance: computeDistance(low, name.toLowerCase()) }));
  const near = scored.filter(({ distance }) => distance <= Math.max(2, Math.floor(low.length / 2)));
  near.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return near.slice(0, SHOWN).map(({ name }) => name);
}

function computeDistance(a: string, b: string): number {
  return a !== '' && (b.includes(a) || a.includes(b)) ? 1 : editDistance(a, b);
}

/** The Levenshtein distance: how many letters must be inserted, removed or replaced. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
