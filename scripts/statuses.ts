import { storedReports } from './example-findings.ts';

const letters = { pass: 'p', warn: 'w', fail: 'f', unknown: 'u', skip: '-', accepted: 'a' } as const;

/**
 * The status of each check in each stored scenario, one line per check: a check that newly passes is one changed
 * letter. The stored reports omit passed and skipped checks, so that a new check changes none of them.
 */
export function statusesText(): string {
  const reports = storedReports();
  const ids = reports[0]?.report.results.map(({ id }) => id) ?? [];
  const width = Math.max(...ids.map((id) => id.length));
  const columns = reports.map(({ name }, index) => `${' '.repeat(width + 1 + index)}| ${name}`);
  const lines = ids.map((id) => {
    const statuses = reports.map(({ report }) => report.results.find((result) => result.id === id)?.status);
    return `${id.padEnd(width)} ${statuses.map((status) => (status === undefined ? '?' : letters[status])).join('')}`;
  });
  const meaning = 'p pass, w warn, f fail, u unknown, - skip';
  return [`Written by \`npm run generate\`: ${meaning}.`, ...columns, ...lines, ''].join('\n');
}
