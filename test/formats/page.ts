import { expect } from 'vitest';
import type { Report } from '../../src/report/schema.ts';

/** Elements that our pages consist of; external text must not add another. */
const elements = new Set(
  `html head meta style title body a svg symbol path use header p span h1 h2 h3 ul ol li strong div main section table thead
   tbody tr th td rect text line time details summary code pre footer script`.split(/\s+/),
);

/**
 * Expects that an HTML report contains only our elements, and links only within itself or to https addresses that are
 * not an attacker's.
 */
export function expectPage(html: string, report: Report): void {
  const body = expectMarkup(html, (link) => /^(?:#|https:\/\/)/.test(link) && !link.includes('evil'));
  const found = report.results.flatMap(({ findings }) => findings.filter(({ accepted }) => accepted === null));
  expect(body.match(/ data-level="/g) === null).toBe(
    found.every(({ level, phase }) => level === 'warn' && phase === 'after'),
  );
}

/**
 * Expects that a page contains only our elements without handlers and styles, and only links that are allowed.
 * @returns what is in its body before the script
 */
export function expectMarkup(html: string, isAllowed: (link: string) => boolean): string {
  expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
  const [, style = '', rest = ''] = /<style>([^]*?)<\/style>([^]*)$/.exec(html) ?? [];
  const [, body = '', script = ''] = /^([^]*)<script>([^]*?)<\/script><\/body>\n<\/html>\n$/.exec(rest) ?? [];
  expect(style).not.toMatch(/@import|url\(/);
  expect(script).not.toContain('</script');
  const opened = [...body.matchAll(/<([a-zA-Z!?/][^\s/>]*)((?:[^>"]|"[^"]*")*)>/g)].map(
    ([, name = '', attributes = '']) => ({
      name,
      attributes,
    }),
  );
  expect(opened.filter(({ name }) => !elements.has(name.replace('/', ''))).map(({ name }) => name)).toEqual([]);
  expect(
    opened.filter(({ attributes }) =>
      /\s(?:on\w+|style|src|srcset|action)=/.test(attributes.replaceAll(/"[^"]*"/g, '""')),
    ),
  ).toEqual([]);
  const links = opened.flatMap(({ attributes }) => /\shref="([^"]*)"/.exec(attributes)?.[1] ?? []);
  expect(links.filter((link) => !isAllowed(link))).toEqual([]);
  return body;
}
