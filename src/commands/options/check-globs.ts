import { editDistance, nearest } from '../../syntax/near.ts';
import { formatAlternatives, shortened } from '../../syntax/quoted.ts';
import { usageError } from '../../facts/reason.ts';

/**
 * Check ids that match a glob: `*` is any text without a slash, `**` any text; an area alone matches all of its checks.
 * @throws ScanError (`usage`) if a glob matches nothing: a typo would silently select no check
 */
export function matchIds(globs: readonly string[], ids: readonly string[], option: string): Set<string> {
  const matched = new Set<string>();
  for (const glob of globs) {
    const found = idsLike(glob, ids);
    if (found.length === 0) throw usageError(`${option} ${shortened(glob)} matches no check`, nearHint(glob, ids));
    for (const id of found) matched.add(id);
  }
  return matched;
}

/** Longer than any id: compiling a regular expression of kilobytes takes too long. */
const longestGlob = 200;

/** The ids that one glob matches; none if it is longer than any id. */
export function idsLike(glob: string, ids: readonly string[]): string[] {
  if (glob.length > longestGlob) return [];
  const pattern = toRegExp(glob);
  return ids.filter((id) => pattern.test(id) || id.startsWith(`${glob}/`));
}

/** True if a word is one id, not a pattern or an area that matches several. */
export function isWhole(glob: string): boolean {
  return glob.includes('/') && !glob.includes('*');
}

const shown = 8;

/** The hint below the error about an unknown id or glob: similar names, or how to list all checks. */
export function nearHint(glob: string, ids: readonly string[]): string {
  if (glob === '*') return 'Write ** for all checks: * does not match the slash of an ID.';
  const near = nearIds(glob, ids);
  if (near.length > 0) return `Did you mean ${formatAlternatives(near)}?`;
  const all = 'Run `eks-preflight checks` to list all checks.';
  return isElsewhere(glob, ids) ? `${all} Checks of a plug-in need --plugin.` : all;
}

/** True if an id or glob starts with an area that has no checks. */
function isElsewhere(glob: string, ids: readonly string[]): boolean {
  const [, area] = /^([a-z][a-z0-9-]{0,39})\//.exec(glob) ?? [];
  return area !== undefined && ids.every((id) => !id.startsWith(`${area}/`));
}

function nearIds(glob: string, ids: readonly string[]): string[] {
  const part = glob.replaceAll('*', '').split('/').at(-1) ?? glob;
  const holding = ids.filter((id) => part !== '' && id.includes(part));
  if (holding.length > 0 && holding.length < shown) return holding;
  const beginning = glob.split('*')[0] ?? '';
  const alike = ids.filter((id) => beginsLike(id, beginning));
  if (glob.endsWith('*') && alike.length > 0 && alike.length < shown) return alike;
  const areas = [...new Set(ids.map((id) => id.split('/')[0] ?? id))];
  const spelt = nearest(glob, [...ids, ...areas.map((area) => `${area}/*`), ...areas]);
  if (spelt.length > 0) return spelt;
  return alike.length < shown ? alike : [];
}

function beginsLike(id: string, beginning: string): boolean {
  if (beginning.length < 6 || beginning.length > id.length) return false;
  return [0, 1].some((more) => editDistance(id.slice(0, beginning.length + more), beginning) <= 2);
}

function toRegExp(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  // Treat any longer run of stars as two: each further one would multiply the backtracking.
  const source = escaped
    .replaceAll(/\*{2,}/g, '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '.*');
  return new RegExp(`^${source}$`);
}
