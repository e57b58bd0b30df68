import type { Files } from '../../scripts/refresh/refresher.ts';
import { readRecorded } from './recorded.ts';

const module = 'github.com/aws/karpenter-provider-aws@v';

/** Recorded files of Karpenter 1.14.3 and 1.15.0, which follow each other, whose path begins so. */
export function karpenterFiles(...paths: readonly string[]): Files {
  const releases = ['1.14.3', '1.15.0'];
  return readRecorded(...releases.flatMap((release) => paths.map((one) => `${module}${release}/${one}`)));
}

/**
 * The files with one change in those of a release.
 * @param as the release that has the change, beside the one without it; undefined: in its place
 * @throws Error if the text to change is not there
 */
export function edit(files: Files, release: string, text: string, to: string, as?: string): Files {
  const own = [...files].filter(([name]) => name.includes(`karpenter-provider-aws@v${release}/`));
  if (!own.some(([, content]) => content.includes(text))) throw new Error(`${release} does not hold ${text}`);
  const changed = own.map(([name, content]) => {
    const at = as === undefined ? name : name.replace(`@v${release}/`, `@v${as}/`);
    return [at, content.replaceAll(text, to)] as const;
  });
  return new Map([...files, ...changed]);
}
