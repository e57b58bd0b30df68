import { readFileSync } from 'node:fs';

/** The code blocks in a section of a page, in order; without a heading, those before the first section. */
export function readBlocks(page: string, heading?: string): string[] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  const sections = text.split(/^## /m);
  const section = heading === undefined ? sections[0] : sections.find((one) => one.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${page} has no section ${heading}`);
  return Array.from(section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm), ([, block = '']) => block);
}

/** One of these code blocks. Throws if it does not exist. */
export function requireBlock(page: string, heading: string | undefined, at = 0): string {
  const block = readBlocks(page, heading)[at];
  if (block === undefined) throw new Error(`${page} has no block ${at} in ${heading}`);
  return block;
}
