/** Percent-encoded bytes of a URL, encoded once or more often: `%3A`, `%253A`. */
const escapes = /(?:%(?:25)*[0-9A-Fa-f]{2})+/g;

/**
 * Decodes percent-encoding (RFC 3986, 2.1), so that names are found as in plain text: `arn%3Aaws%3Aiam` becomes
 * `arn:aws:iam`. Control characters become spaces; bytes that are invalid UTF-8 become U+FFFD.
 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replaceAll(escapes, (run) => {
    const bytes = run.split('%').flatMap((part) => (part === '' ? [] : [part.slice(-2)]));
    return Buffer.from(bytes.join(''), 'hex').toString('utf8').replaceAll(/\p{C}/gu, ' ');
  });
}
