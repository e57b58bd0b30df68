import { readFileSync } from 'node:fs';

/** The code blocks of a page's section, in their order; of its beginning where no heading is given. */
export function readBlocks(page: string, heading?: string): string[] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  const sections = text.split(/^## /m);
  const section = heading === undefined ? sections[0] : sections.find((one) => one.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${page} has no section ${heading}`);
  return Array.from(section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm), ([, block = '']) => block);
}

/** One block of it. Throws where there is none. */
export function requireBlock(page: string, heading: string | undefined, at = 0): string {
  const block = readBlocks(page, heading)[at];
  if (block === undefined) throw new Error(`${page} has no block ${at} in ${heading}`);
  return block;
}
