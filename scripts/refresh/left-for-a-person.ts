import { forCount, formatCount } from '../../src/syntax/english.ts';
import { parseMinor, type Minor } from '../../src/syntax/versions.ts';
import { parseWritten } from './table-file.ts';

/** The files of the tables, the page with all steps, and the new version. */
interface Given {
  tables: readonly (readonly [name: string, text: string])[];
  page: string;
  minor: Minor;
}

/**
 * What a person does after the sources were read: the tables that still end before the version, each with how to read it
 * again, then the other steps of the page.
 */
export function listLeft({ tables, page, minor }: Given): string[] {
  const behind = tables.flatMap(([name, text]) => {
    const { knownThrough, refresh = '' } = parseWritten(text);
    const end = parseMinor(knownThrough?.kubernetes ?? '');
    return end === undefined || end >= minor ? [] : [`  rules/${name}.json ends at 1.${end}. ${refresh}`];
  });
  return [
    `\nLeft for a person: ${formatCount(behind.length, 'table')} ${forCount(behind.length, 'ends', 'end')} before 1.${minor}. For each, add what 1.${minor} changes (often nothing), then set`,
    'knownThrough.kubernetes and read.',
    ...behind,
    '\nThen:',
    ...listSteps(page),
  ];
}

/** The steps after that of the tables, without the markup of links. */
function listSteps(page: string): string[] {
  const [, after = ''] = page.split('<!-- tables:end -->');
  const plain = after.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('**', '');
  return plain.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`  ${line}`]));
}
