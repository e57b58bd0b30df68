/**
 * A text report as it is stored: what it says about its cluster, without what changes when a check or a topic is added.
 * Counts become `n` (0 is unchanged), lists of checks `[checks]`, lists of topics `[topics]`, dates of tables `[dates]`. The findings of a new check
 * are new lines. Entries have no numbers. The overview and the table of checks are omitted, because they repeat the
 * entries.
 * test/statuses.txt covers passes and skips; the demo and test/report/report-text.test.ts the complete report.
 * @param report at least 80 columns wide, without color
 */
export function storedReport(report: string): string {
  // A section begins with a line that is not indented.
  return report
    .split(/\n\n(?=\S)/)
    .map(storedSection)
    .filter((section) => section !== '')
    .join('\n\n');
}

function storedSection(section: string): string {
  const heading = /^([^\n()]+) \(\d+(?:, \d+ findings)?\)(:[^\n]*)?[^\n]*(?:\n([^]*))?$/;
  const [, title = '', clause = '', body = ''] = heading.exec(section) ?? [];
  const isTable = /^(?:Blockers|Not asked|Unknown|Warnings) \(\d+\)(?:\n {2,4}#|, above| {2}|$)/.test(section);
  if (title === 'Checks' || isTable || /^(?:First: |To see |EKS offers no rollback: )/.test(section)) return '';
  if (title === '') return /^[A-Z]+[^\n]*, exit code \d/m.test(section) ? storedEnd(section) : storedHead(section);
  return [`${title} (n)${clause}`, storedBody(title, body)].filter(Boolean).join('\n');
}

function storedBody(title: string, body: string): string {
  if (title === 'Passed') return '  [checks]';
  if (title === 'Not covered by this version') return '  [topics]';
  if (title === 'Does not apply here' || title === 'Not requested') return formatSkipReasons(body);
  if (title === 'Drain') return withoutStops(body);
  const unnumbered = withoutNumbers(body);
  return title === 'Unknown: not seen' ? withoutChecks(unnumbered) : unnumbered;
}

/** Removes the numbers of entries, which depend on other entries. */
function withoutNumbers(body: string): string {
  return body
    .replaceAll(/^ {1,3}\d+ {1,2}(?=\S)/gm, '  ')
    .replaceAll(/\bthe same as for \d+ above/g, 'the same as above');
}

/** Removes the numbers of the entries that stop a drain. */
function withoutStops(body: string): string {
  return body
    .replaceAll(/\n {4}stopped by: /g, '  ')
    .replaceAll(/(?<= )(?:unknown: )?\d+(?:, \d+)*(?: and \d+ more)?(?=$|;)/gm, (stops) => stops.replace(/\d.*/, 'n'));
}

/** Why checks were skipped: each reason once, sorted. */
function formatSkipReasons(body: string): string {
  const entries = body.split(/\n(?= {2}- )/).map((entry) => entry.replaceAll(/\s+/g, ' ').trim());
  const reasons = entries.map((entry) => entry.replace(/^- \S+(?: \(\d+ checks\))?: /, ''));
  return [...new Set(reasons)]
    .sort()
    .map((reason) => `  - [checks]: ${reason}`)
    .join('\n');
}

/** Unread facts, sorted, without the affected checks. */
function withoutChecks(body: string): string {
  const [groups = '', ...all] = body.split(/\n\n(?= {2}All that)/);
  const sorted = groups
    .split(/\n\n(?= {2}UNKNOWN)/)
    .map((group) => group.replace(/^\n/, ''))
    .sort();
  return ['', sorted.map(withoutItsChecks).join('\n\n'), ...all.flatMap((line) => ['', line])].join('\n');
}

function withoutItsChecks(group: string): string {
  return group
    .replaceAll(/^ {4}Checks: .*(?:\n {12}\S.*)*/gm, '    Checks: [checks]')
    .replaceAll(/^( {6}- [a-z-]+\s(?:ends\sat|lacks\sthis\srelease)[^:]*): .*(?:\n {8}\S.*)*/gm, '$1: [checks]')
    .replaceAll(/\b\d+(?=\s+tables\s+(?:end\s+before|do\s+not\s+cover)\s)/g, 'n');
}

/** The headline: the verdict and the answers, without the numbers of entries, and without blocks of entries after it. */
function storedHead(section: string): string {
  const [head = ''] = section.split('\n\n', 1);
  return withoutCounts(head.replace(/tables\sread[^.]*\./, 'tables read [dates].'));
}

/** The end: the path, the answers, the verdict and the exit code. Omits counts of checks. */
function storedEnd(section: string): string {
  const lines = section.trimEnd().split('\n');
  const verdict = lines.filter((line) => /, exit code \d/.test(line));
  const answers = lines.filter((line) => /^ {2}(?:Karpenter|Control plane|Nodes|Workloads)\b/.test(line));
  return `${[...answers, ...verdict].map(withoutCounts).join('\n')}\n`;
}

function withoutCounts(text: string): string {
  return text
    .replaceAll(/ \(#[^)]*\)/g, '')
    .replaceAll(/\bblocked by \d+/g, 'blocked by n')
    .replaceAll(/\b[1-9]\d* (blocker|warning|topic|finding|required check)s?\b/g, 'n $1s')
    .replaceAll(/\b[1-9]\d* unknown\b/g, 'n unknown')
    .replaceAll(/ \(n findings?\)/g, '');
}
