import { describe, expect, it } from 'vitest';
import { numberedEntries, type NumberedEntry } from '../../src/report/entries.ts';
import { reportHtml } from '../../src/formats/html/html.tsx';
import { groupEntriesByActor } from '../../src/report/who-acts.ts';
import type { Report } from '../../src/report/schema.ts';
import { readStoredInventory, judged, parseTargets } from '../judge/judge-stored.ts';

/** Data for the HTML report: the entries by who must act, and the figures behind its charts. */

const judgeStored = (name: string): Report => judged(readStoredInventory(name), parseTargets(name));
const demo = judgeStored('demo');

describe('the entries by who must act', () => {
  const actors = groupEntriesByActor(numberedEntries(demo), demo);

  it('are all there, once', () => {
    const numbers = actors.flatMap(({ entries }) => entries.map(({ number }) => number));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(demo.entries.map(({ number }) => number));
  });

  it('stand under the account, the platform, then the namespaces', () => {
    expect(actors.map(({ name }) => name)).toEqual(['AWS account', 'Platform team', 'Namespace ci', 'Namespace shop']);
  });

  it('of several namespaces stand under none of them', () => {
    const [entry] = demo.results
      .flatMap(({ findings }) => findings)
      .filter(({ resource }) => resource.namespace === 'shop');
    if (entry === undefined) throw new Error('the demo has a finding in the namespace shop');
    const other = { ...entry, resource: { ...entry.resource, namespace: 'edge' } };
    const [alone] = groupEntriesByActor([{ number: 1, findings: [entry, other] }], demo);
    expect(alone?.name).toBe('Several namespaces');
  });

  it('of missing permissions of AWS stand under the account, with those of Kubernetes under the platform', () => {
    const denied = judgeStored('everything-denied');
    const findActorName = (entry: NumberedEntry | undefined) =>
      groupEntriesByActor(entry === undefined ? [] : [entry], denied)[0]?.name;
    const entry = numberedEntries(denied).find(({ findings }) => findings[0].fix.startsWith('Grant '));
    const [first, ...others] = entry?.findings.filter(({ fix }) => fix.includes('eks:ListAddons')) ?? [];
    expect(findActorName(entry)).toBe('Platform team');
    expect(findActorName(first && { number: 1, findings: [first, ...others] })).toBe('AWS account');
  });
});

describe('the figures of a report', () => {
  it('are what the facts say', () => {
    expect(demo.figures).toEqual({
      support: [
        {
          version: '1.33',
          standardUntil: expect.stringMatching(/^2026-07-29/) as string,
          extendedUntil: expect.stringMatching(/^2027-07-29/) as string,
        },
        {
          version: '1.34',
          standardUntil: expect.stringMatching(/^2026-12-02/) as string,
          extendedUntil: expect.stringMatching(/^2027-12-02/) as string,
        },
      ],
      addresses: [
        { zone: 'eu-west-1a', subnets: 1, free: 4 },
        { zone: 'eu-west-1b', subnets: 1, free: 212 },
      ],
      nodes: [
        { version: '1.30', count: 2 },
        { version: '1.31', count: 1 },
        { version: '1.32', count: 1 },
        { version: '1.33', count: 3 },
      ],
    });
  });

  it('are left out where nothing was read, and the page says why', () => {
    const denied = judgeStored('everything-denied');
    expect(denied.figures).toEqual({});
    expect(reportHtml(denied).match(/Not seen: /g)?.length).toBeGreaterThanOrEqual(3);
  });
});
