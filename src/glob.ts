import { usageError } from './reason.ts';

/**
 * Check ids that match a glob: `*` is any text without a slash, `**` any text; a bare area stands for all of its checks.
 * @throws SourceError (`usage`) where a glob matches nothing: a typing error would silently choose no check
 */
export function matchIds(globs: readonly string[], ids: readonly string[], option: string): Set<string> {
  const matched = new Set<string>();
  for (const glob of globs) {
    const pattern = patternOf(glob);
    const found = ids.filter((id) => pattern.test(id) || id.startsWith(`${glob}/`));
    if (found.length === 0) {
      const near = ids.filter((id) => id.includes(glob.replaceAll('*', '').split('/').at(-1) ?? glob));
      const hint =
        near.length > 0 && near.length < 8
          ? `Did you mean ${near.join(', ')}?`
          : 'List them with `eks-preflight checks`.';
      throw usageError(`${option} ${glob} matches no check`, hint);
    }
    for (const id of found) matched.add(id);
  }
  return matched;
}

function patternOf(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  const source = escaped.replaceAll('**', '\u0000').replaceAll('*', '[^/]*').replaceAll('\u0000', '.*');
  return new RegExp(`^${source}$`);
}
