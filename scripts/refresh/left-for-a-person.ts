import { forCount, formatCount } from '../../src/syntax/english.ts';
import { parseMinor, type Minor } from '../../src/syntax/versions.ts';
import { parseWritten } from './table-file.ts';

/** The files of the tables, the page with all steps, and the new version. */
interface Given {
  tables: readonly (readonly [name: string, text: string])[];
  /** The tables whose whole source a program reads. */
  read: readonly string[];
  page: string;
  minor: Minor;
}

/**
 * What a person does after the sources were read: the tables that still end before the version, each with how to read it
 * again, then the other steps of the page. A table whose whole source a program reads waits for the source.
 */
export function listLeft({ tables, read, page, minor }: Given): string[] {
  const behind = tables.flatMap(([name, text]) => {
    const { knownThrough, refresh = '' } = parseWritten(text);
    const end = parseMinor(knownThrough?.kubernetes ?? '');
    return end === undefined || end >= minor
      ? []
      : [{ name, line: `  rules/${name}.json ends at 1.${end}. ${refresh}` }];
  });
  const waiting = behind.filter(({ name }) => read.includes(name));
  const byPerson = behind.filter(({ name }) => !read.includes(name));
  return [
    ...(waiting.length === 0
      ? []
      : [
          `\nTheir sources do not state 1.${minor} yet: leave knownThrough, and run this command again later.`,
          ...waiting.map(({ name }) => `  rules/${name}.json`),
        ]),
    `\nLeft for a person: ${formatCount(byPerson.length, 'table')} ${forCount(byPerson.length, 'ends', 'end')} before 1.${minor}. For each, add what 1.${minor} changes (often nothing), then set`,
    'knownThrough.kubernetes and read. If its source does not cover the version yet, leave the table as it is. If it ends before the',
    'preceding version, add the rows of every version in between.',
    ...byPerson.map(({ line }) => line),
    `\nThen, after steps 1 and 2 of docs/new-eks-version.md:`,
    ...listSteps(page),
  ];
}

/** The steps after that of the tables, without the markup of links. */
function listSteps(page: string): string[] {
  const [, after = ''] = page.split('<!-- tables:end -->');
  const plain = after.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('**', '');
  return plain.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`  ${line}`]));
}
