import { expect, it } from 'vitest';
import check from '../../../checks/addons/controllers-unjudged.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aController, checkCases, type Case } from '../cases.ts';
import { relayRanges, relayReleases, relayTable } from './fixed-controllers.ts';

type Copy = ReturnType<typeof aController>;

const relay = (version: string | null = '1.2.3', more: Partial<Copy> = {}): Copy =>
  aController({ controller: 'relay', version, name: 'relay', ...more });
const ends = relayTable({ ranges: { '1.2': '1.33-1.36', '1.1': '1.30-1.34' } });

const silent = (sentence: string, current: string, target: string, copies: readonly Copy[]): Case => ({
  it: sentence,
  current,
  target,
  tables: ends,
  facts: { controllers: [...copies] },
  findings: [],
});

const skips = (sentence: string, copies: readonly Copy[], skip: string, tables = ends): Case => ({
  it: sentence,
  current: '1.36',
  target: '1.37',
  tables,
  facts: { controllers: [...copies] },
  skip,
});

const one = (why: string) => `1 controller seen, not judged (${why})`;

checkCases(check, [
  skips(
    'does not apply without a controller',
    [],
    'no controller that addons/controllers recognizes runs in this cluster',
  ),
  skips(
    'leaves EKS add-ons to addons/compatibility',
    [relay('1.2.3', { addon: 'relay' })],
    'no controller that addons/controllers recognizes runs in this cluster',
  ),
  silent('is silent where a release lists the target', '1.35', '1.36', [relay()]),
  silent('leaves a release that another one outlasts to addons/controllers', '1.36', '1.37', [relay('1.1.0')]),
  skips(
    'does not warn of a release that is newer than the table',
    [relay('1.3.0')],
    one('newer than the table: Relay 1.3.0'),
  ),
  silent('leaves a release that is older than the table to addons/controllers', '1.35', '1.36', [relay('1.0.0')]),
  skips('does not warn of an unread version', [relay(null)], one('version cannot be read: Relay')),
  skips(
    'does not warn of a build of a vendor',
    [relay('1.2.3', { vendor: 'Nirmata' })],
    one('build of Nirmata: Relay 1.2.3'),
  ),
  skips(
    'does not warn where a project lists nothing',
    [relay()],
    one('no Kubernetes versions listed: Relay 1.2.3'),
    relayTable({}),
  ),
  skips(
    'does not warn of a controller of another release of the table',
    [aController({ controller: 'gone', version: '1.0.0' })],
    one('not in this table: gone 1.0.0'),
  ),
  skips(
    'counts the copies of one controller',
    [relay(null), relay(null, { namespace: 'other' })],
    '2 controllers seen, not judged (version cannot be read: Relay (2))',
  ),
  {
    it: 'warns where no release of the project lists the target',
    current: '1.36',
    target: '1.37',
    tables: ends,
    facts: { controllers: [relay(), relay(null, { namespace: 'other' })] },
    findings: [
      {
        level: 'warn',
        at: 37,
        rule: 'beyond',
        resource: { kind: 'Deployment', namespace: 'relay', name: 'relay' },
        message: 'Relay 1.2.3 is not judged: the table ends at 1.36 for it, 1.37 is later',
        evidence: [
          { observed: 'the newest Kubernetes version listed for 1.2 is 1.36', source: 'table' },
          { observed: 'Relay 1.2.3', required: 'a release that lists 1.37', fact: 'controllers' },
        ],
        fix: `Look up the Kubernetes versions that each project lists. If a release lists 1.37, update the controller to
          it before you update the control plane. If none does, test the controller with 1.37 first. A later release of
          eks-preflight may know more.\n\`\`\`sh
# Relay 1.2.3: ${relayRanges}
kubectl -n relay get deployment/relay -o wide
\`\`\``,
        links: [relayRanges, relayReleases],
      },
    ],
  },
  {
    it: 'warns at the first of two versions',
    current: '1.35',
    target: '1.38',
    tables: ends,
    facts: { controllers: [relay()] },
    findingsLike: [{ at: 37, message: 'Relay 1.2.3 is not judged: the table ends at 1.36 for it, 1.37 is later' }],
  },
  {
    it: 'warns of a project that lists only what it tests',
    current: '1.36',
    target: '1.37',
    tables: relayTable({ ranges: { '1.2': '1.33-1.36' }, meaning: 'tested', row: { outsideRange: 'tested' } }),
    facts: { controllers: [relay()] },
    findingsLike: [{ level: 'warn', at: 37 }],
  },
  {
    it: 'leaves a known break to addons/controllers',
    current: '1.36',
    target: '1.37',
    tables: relayTable({ ranges: { '1.2': '1.33-1.36' }, breaks: [{ below: '1.2.9', kubernetesFrom: '1.37' }] }),
    facts: { controllers: [relay()] },
    findings: [],
  },
  {
    it: 'warns today before a rollback to a version beyond the table',
    current: '1.38',
    target: '1.37',
    tables: ends,
    facts: { controllers: [relay()] },
    findingsLike: [
      {
        level: 'warn',
        message: 'Relay 1.2.3 is not judged: the table ends at 1.36 for it, 1.37 is later',
        fix: expect.stringMatching(/^Before you roll back the control plane, look up /) as string,
      },
    ],
  },
  {
    it: 'is silent for a rollback to a version that is listed',
    current: '1.37',
    target: '1.36',
    tables: ends,
    facts: { controllers: [relay()] },
    findings: [],
  },
]);

it.each<[Facts['controllers'], string]>([
  [[relay('1.1.0')], '1 controller judged by addons/controllers'],
  [[relay()], '1 not judged at the target'],
  [
    [relay('1.1.0'), relay(), relay(null)],
    '1 controller judged by addons/controllers; 1 not judged at the target; 1 not judged at any version (version cannot be read: Relay)',
  ],
])('says how many were judged: %#', (controllers, expected) => {
  const context = { current: 36, target: 37, versions: [36, 37], tables: ends };
  const given = context as unknown as Parameters<NonNullable<typeof check.basis>>[1];
  expect(check.basis?.({ controllers }, given)).toBe(expected);
});
