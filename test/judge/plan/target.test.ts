import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/facts/facts.ts';
import { planPath } from '../../../src/judge/plan/target.ts';
import type { Reading } from '../../../src/facts/reading.ts';
import { ScanError } from '../../../src/facts/reason.ts';
import { aCluster } from '../../checks/cases.ts';

type Offers = Reading<Facts['clusterVersions']>;

function offering(...versions: string[]): Offers {
  const rows = versions.map((text) => {
    const [version = '', word] = text.split(' ');
    const status = word === 'UNSUPPORTED' ? ('UNSUPPORTED' as const) : ('STANDARD_SUPPORT' as const);
    return { version, clusterType: 'eks', status, endOfStandardSupport: null, endOfExtendedSupport: null };
  });
  return { ok: true, value: { source: 'live', versions: rows } };
}

const table: Offers = {
  ok: true,
  value: {
    source: 'table',
    versions: [
      {
        version: '1.33',
        clusterType: 'eks',
        status: 'UNKNOWN',
        endOfStandardSupport: null,
        endOfExtendedSupport: null,
      },
    ],
  },
};
const denied: Offers = { ok: false, reason: { kind: 'denied', message: 'no' } };

describe('the path', () => {
  it.each<[string, Offers | undefined, string | undefined, string, number[]]>([
    [
      'goes to the next minor where a newer one is offered',
      offering('1.33', '1.34', '1.36'),
      undefined,
      'next-offered',
      [33, 34],
    ],
    [
      'goes to the next minor even where only a later one is offered',
      offering('1.33', '1.35'),
      undefined,
      'next-offered',
      [33, 34],
    ],
    ['stays where nothing newer is offered', offering('1.32', '1.33'), undefined, 'current', [33]],
    [
      'does not count unsupported versions as offered',
      offering('1.33', '1.34 UNSUPPORTED'),
      undefined,
      'current',
      [33],
    ],
    ['assumes the next minor where offers were denied', denied, undefined, 'assumed', [33, 34]],
    ['assumes the next minor where only a table speaks and ends here', table, undefined, 'assumed', [33, 34]],
    ['assumes the next minor where an inventory lacks the offers', undefined, undefined, 'assumed', [33, 34]],
    ['goes step by step to a target further away', offering('1.33', '1.36'), '1.36', 'flag', [33, 34, 35, 36]],
    ['stays with the target `current`', offering('1.34'), 'current', 'flag', [33]],
    ['stays with a target that is the version', offering('1.34'), '1.33', 'flag', [33]],
    ['reads a target as Kubernetes writes versions', offering('1.34'), 'v1.34', 'flag', [33, 34]],
  ])('%s', (_case, offers, requested, source, versions) => {
    const plan = planPath(aCluster, offers, requested);
    expect([plan.targetSource, plan.versions]).toEqual([source, versions]);
    expect(plan.target).toBe(versions.at(-1));
  });

  it.each(['1.32', '1.x', '2.1', 'latest', '1.134', '1.1000', '', '34', '1.34.2', '1.34+'])(
    'refuses the target %j',
    (target) => {
      expect(() => planPath(aCluster, offering('1.34'), target)).toThrow(ScanError);
    },
  );

  it('refuses a cluster whose version is none', () => {
    expect(() => planPath({ ...aCluster, version: 'next' }, undefined, undefined)).toThrow(/an invalid version/);
  });
});
