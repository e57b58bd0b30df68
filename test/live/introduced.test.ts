import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTable } from '../../src/tables/tables.ts';
import type { Report } from '../../src/report/schema.ts';
import { runCommand } from '../world/in-process.ts';
import { settledAudit } from './audit.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { newestLiveWorld } from './newest-world.ts';
import { scanner, startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions } from './scans.ts';
import { applyAll } from './seed.ts';

/** The table of introduced API versions, and objects of two of them, against API servers of 1.34.1 and 1.37.1. */

const older = 'v1.34.1';
const newer = 'v1.37.1';
const bundles = '/apis/certificates.k8s.io/v1/clustertrustbundles';
const migrations = '/apis/storagemigration.k8s.io/v1/storageversionmigrations';

interface Discovered {
  items: {
    metadata: { name: string };
    versions: { version: string; resources?: { resource: string; verbs: string[] }[] }[];
  }[];
}

/** The resources that can be listed, each with its API version: `certificates.k8s.io/v1 clustertrustbundles`. */
async function listServed(cluster: LiveCluster): Promise<string[]> {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const { body } = await cluster.request('GET', '/apis', { token: cluster.adminToken, accept });
  return (body as Discovered).items.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources = [] }) =>
      resources.flatMap(({ resource, verbs }) =>
        verbs.includes('list') ? [`${metadata.name}/${version} ${resource}`] : [],
      ),
    ),
  );
}

describe('the rows of the table', () => {
  let served: { older: string[]; newer: string[] };
  beforeAll(async () => {
    const options = { cluster: 'prod', region: 'eu-west-1', credentials: [] };
    const servers = await Promise.all(
      ([older, newer] as const).map((kubernetes) => startLiveCluster({ ...options, kubernetes })),
    );
    const [before = [], after = []] = await Promise.all(servers.map(listServed));
    served = { older: before, newer: after };
    await Promise.all(servers.map((server) => server.stop()));
  });

  const listRows = (isWanted: (version: number) => boolean, enabledBy: 'default' | 'eks') =>
    loadTable('api-introductions')
      .rows.filter((row) => isWanted(row.version) && row.served === enabledBy)
      .map(({ api, resource }) => `${api} ${resource}`);

  it('for 1.35 to 1.37 name exactly what 1.37.1 serves and 1.34.1 does not', () => {
    const rows = listRows((version) => version > 34 && version <= 37, 'default');
    // Nothing is left out: both servers have the defaults of upstream, so what is off by default is on neither side.
    expect(served.newer.filter((one) => !served.older.includes(one)).toSorted()).toEqual(rows.toSorted());
  });

  it('for earlier versions name what 1.34.1 serves, and of what EKS enables, nothing that upstream serves', () => {
    expect(served.older).toEqual(expect.arrayContaining(listRows((version) => version <= 34, 'default')));
    const enabled = listRows(() => true, 'eks');
    expect([...served.older, ...served.newer].filter((one) => enabled.includes(one))).toEqual([]);
  });
});

describe('objects of kinds that 1.37 introduced, in a cluster at 1.37.1', () => {
  let cluster: ScannedCluster;
  beforeAll(async () => {
    cluster = await startScannedCluster(newestLiveWorld(), newer);
    await grantPrintedPermissions(cluster, ['--rollback']);
    await applyAll(cluster.live, [
      {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'ClusterTrustBundle',
        metadata: { name: 'partners' },
        spec: { trustBundle: cluster.live.caPem },
      },
      // As the controller manager publishes it.
      {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'ClusterTrustBundle',
        metadata: { name: 'kubernetes.io:kube-apiserver-serving:abc' },
        spec: { signerName: 'kubernetes.io/kube-apiserver-serving', trustBundle: cluster.live.caPem },
      },
      {
        apiVersion: 'storagemigration.k8s.io/v1',
        kind: 'StorageVersionMigration',
        metadata: { name: 'secrets' },
        spec: { resource: { group: '', resource: 'secrets' } },
      },
    ]);
  });
  afterAll(() => cluster?.close());

  const findResult = ({ results }: Report) => results.find(({ id }) => id === 'apis/introduced');
  const readLists = async () => {
    const entries = await settledAudit(cluster.live.auditLog, scanner.user.username);
    return entries.flatMap(({ verb, uri }) => (verb === 'list' && uri.startsWith(bundles) ? [uri] : []));
  };

  it('are not listed by a scan for an update', async () => {
    const { report } = await cluster.scanHere();
    expect(findResult(report)).toMatchObject({ status: 'skip', reason: 'only for a rollback' });
    expect(await readLists()).toEqual([]);
  });

  it('are in the fact, without that of the control plane', async () => {
    const args = ['collect', '--rollback', '--cluster', 'prod', '--output', '-'];
    const { stdout } = await runCommand(args, { env: cluster.env, cwd: cluster.folder, clock: 'real' });
    const { readings } = JSON.parse(stdout) as { readings: Record<string, unknown> };
    expect(readings['introducedObjects']).toMatchObject({
      ok: true,
      value: {
        version: '1.37',
        kinds: expect.arrayContaining([
          { resource: 'clustertrustbundles', api: 'certificates.k8s.io/v1', count: 1, omitted: 0 },
          { resource: 'devicetaintrules', api: 'resource.k8s.io/v1', count: 0, omitted: 0 },
          { resource: 'storageversionmigrations', api: 'storagemigration.k8s.io/v1', count: 1, omitted: 0 },
        ]) as unknown,
        objects: expect.arrayContaining([
          expect.objectContaining({
            kind: 'ClusterTrustBundle',
            name: 'partners',
            writers: [expect.objectContaining({ manager: 'live-test', api: 'certificates.k8s.io/v1' })],
          }),
          expect.objectContaining({ kind: 'StorageVersionMigration', name: 'secrets' }),
        ]) as unknown,
      },
    });
  });

  it('are named by the judgment of the rollback to 1.36, and by nothing else of the check', async () => {
    const { report, code } = await cluster.scan(['--rollback']);
    const result = findResult(report);
    expect(result?.missing).toEqual([]);
    expect(result?.findings.map(({ level, at, message }) => [level, at?.version, message])).toEqual(
      [
        'ClusterTrustBundle partners stays in etcd, and the API server of 1.36 does not serve it',
        'StorageVersionMigration secrets stays in etcd, and the API server of 1.36 does not serve it',
      ].map((message) => ['fail', '1.36', message]),
    );
    expect([report.verdict, code]).toEqual(['blocked', 1]);
    expect(await readLists()).toContain(`${bundles}?limit=250`);
  });

  // EKS rolls back by one version; 1.34.1 is the newest earlier server of the live tests, and 1.36 serves neither, too.
  it('stay in etcd, and 1.34.1 on the same etcd does not serve them', async () => {
    const readStatus = async (path: string) => (await cluster.live.admin('GET', path)).status;
    const all = [`${bundles}/partners`, `${migrations}/secrets`];
    expect(await Promise.all(all.map(readStatus))).toEqual([200, 200]);
    await cluster.live.restart(older);
    expect((await cluster.live.admin('GET', '/version')).body).toMatchObject({ gitVersion: older });
    expect(await Promise.all([...all, bundles, migrations].map(readStatus))).toEqual([404, 404, 404, 404]);
    expect(await readStatus('/api/v1/namespaces/kube-system')).toBe(200);
    await cluster.live.restart(newer);
    expect(await Promise.all(all.map(readStatus))).toEqual([200, 200]);
  });
});
