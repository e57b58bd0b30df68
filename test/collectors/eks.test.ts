import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { parseReadings, type Readings } from '../../src/facts/reading.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import { anInstalledAddon, anOfferedAddon } from '../world/addons.ts';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { healthyWorld } from '../world/healthy.ts';
import { aDeprecation, anInsight } from '../world/insights.ts';
import type { World } from '../world/world.ts';

/** Collectors of add-ons and insights against the loopback AWS endpoint, whose pages hold two items. */

let endpoint: AwsEndpoint | undefined;
let aws: AwsSource | undefined;
beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY');
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
});
afterEach(async () => {
  aws?.close();
  await endpoint?.close();
  vi.unstubAllEnvs();
});

async function readings(
  facts: readonly FactName[],
  parts: Partial<World['aws']> = {},
  more: Partial<World> = {},
): Promise<Readings> {
  const world = healthyWorld();
  endpoint = await startAwsEndpoint({ ...world, ...more, aws: { ...world.aws, ...parts } });
  vi.stubEnv('AWS_ENDPOINT_URL', endpoint.url);
  aws = await createAwsSource({ cluster: 'prod', region: 'eu-west-1' }, { userAgent: 'test', maxAttempts: 1 });
  const none = () => Promise.reject(new Error('no Kubernetes here'));
  const local = { run: () => Promise.reject(new Error('no machine here')) };
  const all = await collect(collectors, facts, { aws, kube: none, local });
  expect(parseReadings(all)).toEqual(all);
  return all;
}

const selectCalls = (action: string) => endpoint?.calls.filter((call) => call.action === action) ?? [];

describe('addons', () => {
  it('are described each, with owner, role and health, behind the second page of names', async () => {
    const role = 'arn:aws:iam::111122223333:role/a';
    const noRole = { serviceAccountRoleArn: null, podIdentity: false, tags: {} };
    const issues = [{ code: 'AccessDenied', message: 'no', resourceIds: ['a'] }];
    const { addonNames, addons } = await readings(['addons'], {
      addons: {
        a: anInstalledAddon('a', 'v1.0.0-eksbuild.1', { serviceAccountRoleArn: role }),
        b: anInstalledAddon('b', 'v2.0.0', { owner: undefined, health: undefined }),
        c: anInstalledAddon('c', 'v3.0.0', { owner: 'community', status: 'DEGRADED', health: { issues } }),
      },
    });
    expect(addonNames).toEqual({ ok: true, value: ['a', 'b', 'c'] });
    expect(addons).toEqual({
      ok: true,
      value: [
        {
          name: 'a',
          version: 'v1.0.0-eksbuild.1',
          status: 'ACTIVE',
          owner: 'aws',
          serviceAccountRoleArn: role,
          podIdentity: false,
          healthIssues: [],
          tags: {},
        },
        { name: 'b', version: 'v2.0.0', status: 'ACTIVE', owner: null, ...noRole, healthIssues: null },
        { name: 'c', version: 'v3.0.0', status: 'DEGRADED', owner: 'community', ...noRole, healthIssues: issues },
      ],
    });
  });

  it('are not there where their names are denied', async () => {
    const { addons, addonVersions } = await readings(['addons', 'addonVersions'], {}, { deny: ['eks:ListAddons'] });
    for (const reading of [addons, addonVersions]) {
      expect(reading).toMatchObject({ ok: false, reason: { kind: 'denied', permission: 'eks:ListAddons' } });
    }
  });
});

describe('addonVersions', () => {
  const offered = [
    anOfferedAddon('coredns', { 'v1.12.4-eksbuild.1': ['1.32', '1.33*', '1.34'], 'v1.8.7-eksbuild.1': ['1.22'] }),
    anOfferedAddon('kube-proxy', { 'v1.33.5-eksbuild.2': ['1.33'] }),
    anOfferedAddon('not-installed', { 'v1.0.0-eksbuild.1': ['1.33'] }),
  ];

  it("are requested once for each add-on, and kept for the version before the cluster's and later ones", async () => {
    const { addonVersions } = await readings(['addonVersions'], { addonVersions: offered });
    expect(addonVersions).toEqual({
      ok: true,
      value: [
        {
          name: 'coredns',
          owner: 'aws',
          publisher: 'eks',
          versions: [
            {
              version: 'v1.12.4-eksbuild.1',
              compatibilities: [
                { cluster: '1.32', platforms: [], isDefault: false },
                { cluster: '1.33', platforms: [], isDefault: true },
                { cluster: '1.34', platforms: [], isDefault: false },
              ],
            },
          ],
        },
        {
          name: 'kube-proxy',
          owner: 'aws',
          publisher: 'eks',
          versions: [
            { version: 'v1.33.5-eksbuild.2', compatibilities: [{ cluster: '1.33', platforms: [], isDefault: false }] },
          ],
        },
        { name: 'vpc-cni', owner: null, publisher: null, versions: [] },
      ],
    });
    expect(selectCalls('eks:DescribeAddonVersions').map(({ parameters }) => parameters)).toEqual(
      expect.arrayContaining(['coredns', 'kube-proxy', 'vpc-cni'].map((addonName) => ({ addonName }))),
    );
  });

  it('of one add-on may come in several pages', async () => {
    const pages = ['v1', 'v2', 'v3'].map((major) => anOfferedAddon('coredns', { [`${major}.0.0`]: ['1.33'] }));
    const { addonVersions } = await readings(['addonVersions'], {
      addons: { coredns: anInstalledAddon('coredns', 'v1.0.0') },
      addonVersions: pages,
    });
    expect(addonVersions).toMatchObject({
      value: [
        { name: 'coredns', versions: [{ version: 'v1.0.0' }, { version: 'v2.0.0' }, { version: 'v3.0.0' }] },
        { name: 'vpc-cni', versions: [] },
        { name: 'kube-proxy', versions: [] },
      ],
    });
    expect(selectCalls('eks:DescribeAddonVersions')).toHaveLength(4);
  });

  it('of what EKS runs in every cluster are read where no add-on manages it', async () => {
    const { addonVersions } = await readings(['addonVersions'], {
      addons: {},
      addonVersions: [anOfferedAddon('coredns', { 'v1.12.4-eksbuild.1': ['1.34'] })],
    });
    expect(addonVersions).toMatchObject({
      value: [{ name: 'vpc-cni' }, { name: 'coredns', versions: [{}] }, { name: 'kube-proxy' }],
    });
  });

  it('keep platform versions', async () => {
    const compatibilities = [{ clusterVersion: '1.33', platformVersions: ['eks.3'] }];
    const { addonVersions } = await readings(['addonVersions'], {
      addonVersions: [{ addonName: 'coredns', addonVersions: [{ addonVersion: 'v1.0.0', compatibilities }] }],
    });
    expect(addonVersions).toMatchObject({
      value: [
        {
          name: 'coredns',
          owner: null,
          versions: [{ compatibilities: [{ cluster: '1.33', platforms: ['eks.3'], isDefault: false }] }],
        },
        {},
        {},
      ],
    });
  });

  it('that may not be described are gaps, one an add-on', async () => {
    const faults = [
      { on: 'eks:DescribeAddonVersions', does: { awsError: 'AccessDeniedException', status: 403 }, from: 1, count: 1 },
    ];
    const { addonVersions } = await readings(['addonVersions'], {}, { faults });
    expect(addonVersions).toMatchObject({
      ok: true,
      gaps: [
        {
          what: expect.stringMatching(/^versions of add-on /),
          reason: { kind: 'denied', permission: 'eks:DescribeAddonVersions' },
        },
      ],
    });
    expect(addonVersions?.ok === true && addonVersions.value).toHaveLength(2);
  });

  it('of an add-on that EKS does not find are none', async () => {
    const faults = [{ on: 'eks:DescribeAddonVersions', does: { awsError: 'ResourceNotFoundException', status: 404 } }];
    const { addonVersions } = await readings(['addonVersions'], {}, { faults });
    expect(addonVersions).toMatchObject({ ok: true, value: [{ versions: [] }, { versions: [] }, { versions: [] }] });
  });
});

describe('insights', () => {
  const error = { insightStatus: { status: 'ERROR', reason: 'Bad.' } };
  const client = { userAgent: 'flux/2.1', numberOfRequestsLast30Days: 3, lastRequestTime: 1763600000 };
  const detailed = anInsight('called', 'Deprecated APIs removed in Kubernetes v1.34', '1.34', {
    ...error,
    lastRefreshTime: 1763600000,
    resources: [
      { insightStatus: { status: 'ERROR' }, kubernetesResourceUri: '/apis/x' },
      { insightStatus: { status: 'PASSING' }, kubernetesResourceUri: '/apis/y' },
      { insightStatus: { status: 'WARNING', reason: 'old' }, arn: 'arn:aws:eks:x' },
    ],
    categorySpecificSummary: {
      deprecationDetails: [aDeprecation('/apis/a/v1beta1/b', '1.34', [client, {}], '/apis/a/v1/b')],
      addonCompatibilityDetails: [{ name: 'coredns', compatibleVersions: ['v1.0.0'] }],
    },
  });

  it('that do not pass are described, where they are about a version to come', async () => {
    const { insights } = await readings(['insights'], {
      insights: {
        passing: anInsight('passing', 'Kubelet version skew', '1.34'),
        behind: anInsight('behind', 'Deprecated APIs removed in Kubernetes v1.32', '1.32', error),
        called: detailed,
        other: anInsight('other', 'Route tables', '1.34', { ...error, category: 'MISCONFIGURATION' }),
      },
    });
    expect(insights).toMatchObject({
      ok: true,
      value: [
        { id: 'passing', status: 'PASSING', details: null },
        { id: 'behind', status: 'ERROR', reason: 'Bad.', details: null },
        {
          id: 'called',
          lastRefreshTime: '2025-11-20T00:53:20.000Z',
          details: {
            recommendation: 'Read about Deprecated APIs removed in Kubernetes v1.34.',
            resources: [
              { uri: '/apis/x', status: 'ERROR', reason: null },
              { uri: 'arn:aws:eks:x', status: 'WARNING', reason: 'old' },
            ],
            deprecations: [
              {
                usage: '/apis/a/v1beta1/b',
                replacedWith: '/apis/a/v1/b',
                stopServingVersion: '1.34',
                clients: [
                  { userAgent: 'flux/2.1', requestsLast30Days: 3, lastRequestTime: '2025-11-20T00:53:20.000Z' },
                  { userAgent: '', requestsLast30Days: 0, lastRequestTime: null },
                ],
              },
            ],
            addons: [{ name: 'coredns', compatibleVersions: ['v1.0.0'] }],
          },
        },
      ],
    });
    expect(selectCalls('eks:ListInsights')).toHaveLength(2);
    expect(selectCalls('eks:DescribeInsight')).toHaveLength(1);
  });

  it('keep what the list says where they may not be described', async () => {
    const { insights } = await readings(
      ['insights'],
      { insights: { called: detailed } },
      { deny: ['eks:DescribeInsight'] },
    );
    expect(insights).toMatchObject({
      ok: true,
      value: [{ id: 'called', status: 'ERROR', details: null }],
      gaps: [{ what: 'insight called', reason: { kind: 'denied', permission: 'eks:DescribeInsight' } }],
    });
  });

  it('are not there where the list or its second page is denied', async () => {
    const refused = { awsError: 'AccessDeniedException', status: 403 };
    const { insights } = await readings(
      ['insights'],
      {},
      { faults: [{ on: 'eks:ListInsights', does: refused, from: 1 }] },
    );
    expect(insights).toMatchObject({ ok: false, reason: { kind: 'denied', permission: 'eks:ListInsights' } });
  });

  it('are null where the region does not offer them, and an empty list where there are none', async () => {
    const unknown = { awsError: 'UnknownOperationException', status: 404 };
    const none = await readings(['insights'], {}, { faults: [{ on: 'eks:ListInsights', does: unknown }] });
    expect(none.insights).toEqual({ ok: true, value: null });
    aws?.close();
    await endpoint?.close();
    const empty = await readings(['insights'], { insights: {} });
    expect(empty.insights).toEqual({ ok: true, value: [] });
  });
});

describe('rollback insights', () => {
  const ofRollback = (id: string, status: string, more = {}) =>
    anInsight(id, id, '1.32', { category: 'ROLLBACK_READINESS', insightStatus: { status }, ...more });
  const listed = {
    a: ofRollback('a', 'PASSING'),
    b: ofRollback('b', 'WARNING'),
    c: ofRollback('c', 'ERROR', {
      insightStatus: { status: 'ERROR', reason: 'Too new.' },
      resources: [
        { insightStatus: { status: 'ERROR' }, kubernetesResourceUri: '/nodes/x' },
        { insightStatus: { status: 'PASSING' }, kubernetesResourceUri: '/nodes/y' },
      ],
    }),
    d: ofRollback('d', 'UNKNOWN'),
  };

  it('are listed apart from those of updates, and described if they do not pass, also behind the second page', async () => {
    const { rollbackInsights, insights } = await readings(['rollbackInsights', 'insights'], {
      insights: { ...listed, upgrade: anInsight('upgrade', 'Kubelet version skew', '1.34') },
    });
    expect(rollbackInsights).toMatchObject({
      ok: true,
      value: [
        { id: 'a', status: 'PASSING', resources: null },
        { id: 'b', status: 'WARNING', resources: [] },
        { id: 'c', status: 'ERROR', reason: 'Too new.', resources: ['/nodes/x'] },
        { id: 'd', status: 'UNKNOWN', reason: null, resources: [] },
      ],
    });
    expect(insights).toMatchObject({ ok: true, value: [{ id: 'upgrade' }] });
    expect(selectCalls('eks:DescribeInsight')).toHaveLength(3);
    expect(selectCalls('eks:ListInsights')).toHaveLength(3);
  });

  it('keep what the list says where they may not be described', async () => {
    const { rollbackInsights } = await readings(
      ['rollbackInsights'],
      { insights: { c: listed.c } },
      { deny: ['eks:DescribeInsight'] },
    );
    expect(rollbackInsights).toMatchObject({
      ok: true,
      value: [{ id: 'c', status: 'ERROR', resources: null }],
      gaps: [{ what: 'insight c', reason: { kind: 'denied', permission: 'eks:DescribeInsight' } }],
    });
  });

  it('are not there where the list or its second page is denied', async () => {
    const refused = { awsError: 'AccessDeniedException', status: 403 };
    const faults = [{ on: 'eks:ListInsights', does: refused, from: 1 }];
    const { rollbackInsights } = await readings(['rollbackInsights'], { insights: listed }, { faults });
    expect(rollbackInsights).toMatchObject({ ok: false, reason: { kind: 'denied', permission: 'eks:ListInsights' } });
  });

  it('are null where the Region does not offer them', async () => {
    const unknown = { awsError: 'UnknownOperationException', status: 404 };
    const { rollbackInsights } = await readings(
      ['rollbackInsights'],
      {},
      { faults: [{ on: 'eks:ListInsights', does: unknown }] },
    );
    expect(rollbackInsights).toEqual({ ok: true, value: null });
  });

  it('are an empty list where EKS has only those of updates', async () => {
    const upgrade = anInsight('upgrade', 'Kubelet version skew', '1.34');
    const { rollbackInsights } = await readings(['rollbackInsights'], { insights: { upgrade } });
    expect(rollbackInsights).toEqual({ ok: true, value: [] });
    expect(selectCalls('eks:DescribeInsight')).toEqual([]);
  });
});
