/**
 * The address to which the name of a cluster links.
 * @param report where the report is: a path, an address in S3 or an https address
 * @returns undefined if a reader elsewhere could not follow it: for an absolute path, which only the machine that wrote
 *   the page has, and for S3
 */
export function findReportLink(report: string): string | undefined {
  if (/^https:\/\//i.test(report)) return isPlainAddress(report) ? report : undefined;
  if (/^(?:[\\/]|[a-z][a-z0-9+.-]*:[\\/])/i.test(report)) return undefined;
  // Each part is encoded: the name of a folder must not become a scheme, a query or a fragment.
  const parts = report.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 ? undefined : `./${parts.map(encodeURIComponent).join('/')}`;
}

/** False for an address with a user name, which can hide the host. */
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}
