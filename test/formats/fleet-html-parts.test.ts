import { describe, expect, it } from 'vitest';
import { findReportLink } from '../../src/formats/fleet/html/report-link.ts';
import { describeSupportEnd } from '../../src/formats/fleet/html/support.ts';
import { now } from './fleet-page-world.ts';

/** What the page of a fleet says about a report and about support, by row. */

describe('a report', () => {
  it.each([
    ['hp/111122223333/eu-west-1/prod/latest.json', './hp/111122223333/eu-west-1/prod/latest.json'],
    ['./a.html', './a.html'],
    ['../a b/c#d?e.html', './../a%20b/c%23d%3Fe.html'],
    ['javascript:alert(1)', './javascript%3Aalert(1)'],
    ['https://reports.example.com/a.html', 'https://reports.example.com/a.html'],
    ['https://user@reports.example.com/a.html', undefined],
    ['https://', undefined],
    ['http://reports.example.com/a.html', undefined],
    ['s3://bucket/prefix/latest.json', undefined],
    ['/var/reports/latest.json', undefined],
    ['//evil.example/latest.json', undefined],
    [String.raw`C:\reports\latest.json`, undefined],
    ['file:///etc/passwd', undefined],
    ['', undefined],
  ])('at %s is linked as %s', (report, link) => expect(findReportLink(report)).toBe(link));
});

describe('support', () => {
  it.each([
    ['2027-07-29', '2028-07-29', { until: '2027-07-29', text: '251 days', tone: 'far' }],
    ['2026-12-20', '2027-12-20', { until: '2026-12-20', text: '30 days', tone: 'near' }],
    ['2026-11-20', '2026-11-21', { until: '2026-11-21', text: 'extended, 1 day', tone: 'near' }],
    ['2024-11-20', '2025-11-20', { until: '2025-11-20', text: 'ended', tone: 'over' }],
    ['2024-11-20', null, { until: '2024-11-20', text: 'ended', tone: 'over' }],
    [null, null, undefined],
  ])('until %s, extended until %s, ends %j', (standardUntil, extendedUntil, end) => {
    expect(describeSupportEnd({ support: { standardUntil, extendedUntil } }, now)).toEqual(end);
  });

  it('of an unknown version has no end', () => expect(describeSupportEnd({ support: null }, now)).toBeUndefined());
});
