import { describe, expect, it } from 'vitest';
import { numberedEntries } from '../../src/report/entries.ts';
import { reportHtml } from '../../src/formats/html/html.tsx';
import { nameOwners } from '../../src/report/who-acts.ts';
import type { Report } from '../../src/report/schema.ts';
import { readStoredInventory, judged, parseTargets } from '../judge/judge-stored.ts';

/** Data for the HTML report: who must act on an entry, and the figures behind its charts. */

const judgeStored = (name: string): Report => judged(readStoredInventory(name), parseTargets(name));
const demo = judgeStored('demo');

describe('who must act on an entry', () => {
  it('is the account, the platform team or the team of a namespace', () => {
    const names = new Set(numberedEntries(demo).map(nameOwners(demo)));
    expect([...names].toSorted()).toEqual(['AWS account', 'Namespace ci', 'Namespace shop', 'Platform team']);
  });

  it('is none of several namespaces', () => {
    const [entry] = demo.results
      .flatMap(({ findings }) => findings)
      .filter(({ resource }) => resource.namespace === 'shop');
    if (entry === undefined) throw new Error('the demo has a finding in the namespace shop');
    const other = { ...entry, resource: { ...entry.resource, namespace: 'edge' } };
    expect(nameOwners(demo)({ findings: [entry, other] })).toBe('Several namespaces');
  });

  it('is the account for missing permissions of AWS, the platform team for those of Kubernetes among them', () => {
    const denied = judgeStored('everything-denied');
    const nameOwner = nameOwners(denied);
    const entry = numberedEntries(denied).find(({ findings }) => findings[0].fix.startsWith('Grant '));
    const [first, ...others] = entry?.findings.filter(({ fix }) => fix.includes('eks:ListAddons')) ?? [];
    expect(entry && nameOwner(entry)).toBe('Platform team');
    expect(first && nameOwner({ findings: [first, ...others] })).toBe('AWS account');
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
        { zone: 'eu-west-1b', subnets: 1, free: 180 },
      ],
      nodes: [
        { version: '1.30', count: 2 },
        { version: '1.31', count: 1 },
        { version: '1.32', count: 2 },
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
