import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { permissionText, type Permission } from '../../src/facts/reason.ts';
import { concernedAt, kubernetesPermissions } from '../laws/permission-needs.ts';
import { runProcess } from '../world/run.ts';
import { settledAudit } from './audit.ts';
import { legacyLiveWorld } from './legacy-world.ts';
import { newestLiveWorld } from './newest-world.ts';
import { rulesWithout, setRules, untilAllowed, type Rule } from './rbac.ts';
import { scanner, startScannedCluster, statuses, type Scan, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions, listFindingLines } from './scans.ts';

const keep = process.env['EKS_PREFLIGHT_TEST_RESULTS'];

// Omits discovery permissions: a binding of the API server itself grants them to every authenticated user.
const takenAway = kubernetesPermissions.filter(
  (permission) => !('nonResourceURL' in permission) && concernedAt(24, permission).length > 0,
);
const concerned = (minor: number, permission: Permission): string[] =>
  concernedAt(minor, permission).map(({ id }) => id);

/**
 * The permission for pod security policies, and those that different checks need on 1.24 and on 1.34. scan.test.ts
 * denies the rest one by one, on 1.34.
 */
const ofThisVersion = takenAway.filter(
  (permission) =>
    permissionText(permission) === 'podsecuritypolicies.policy: list' ||
    String(concerned(24, permission)) !== String(concerned(34, permission)),
);
const ofBothVersions = takenAway.filter((permission) => !ofThisVersion.includes(permission));

function expectNoPass({ report, code }: Scan, permissions: readonly Permission[]): void {
  const now = statuses(report);
  const needing = permissions.flatMap((permission) => concerned(24, permission));
  expect(needing.filter((id) => now[id] === 'pass')).toEqual([]);
  expect(code).toBe(1);
}

/** The permissions that results name as missing. */
function listMissingPermissions({ report }: Scan): string[] {
  return report.results.flatMap(({ missing }) => missing.map(({ permission }) => permission ?? 'none'));
}

describe("the EKS document's story, on an API server of 1.24.17", () => {
  let cluster: ScannedCluster;
  let rules: Rule[];
  let scan: Scan;

  beforeAll(async () => {
    cluster = await startScannedCluster(legacyLiveWorld(), 'v1.24.17');
    rules = await grantPrintedPermissions(cluster);
    scan = await cluster.scan();
  });
  afterAll(() => cluster?.close());

  it('is blocked on the way to 1.25, and everything was seen', () => {
    expect([scan.code, scan.report.verdict, scan.stderr]).toEqual([1, 'blocked', '']);
    expect(scan.report).toMatchObject({ target: '1.25', targetSource: 'next-offered', cluster: { version: '1.24' } });
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
  });

  it('names each thing that the document warns of', () => {
    expect(listFindingLines(scan)).toEqual(legacyFindings);
  });

  it('is one text of 80 columns', async () => {
    const { code, stdout, stderr } = await runProcess(['scan', '--cluster', 'prod'], { env: cluster.env });
    expect([code, stderr]).toEqual([1, '']);
    const prose = stdout.split('\n').filter((line) => !/^ {11}|https:\/\//.test(line));
    expect(prose.filter((line) => line.length > 80)).toEqual([]);
    if (keep === undefined) return;
    await mkdir(keep, { recursive: true });
    await writeFile(path.join(keep, 'live-1.24-to-1.25.txt'), stdout);
  });

  const scanWithout = async (permissions: readonly Permission[]): Promise<Scan> => {
    try {
      await setRules(cluster.live, 'eks-preflight', permissions.reduce(rulesWithout, rules));
      for (const permission of permissions) await untilAllowed(cluster.live, scanner.user, permission, false);
      return await cluster.scanHere();
    } finally {
      await setRules(cluster.live, 'eks-preflight', rules);
      for (const permission of permissions) await untilAllowed(cluster.live, scanner.user, permission, true);
    }
  };

  it.each(ofThisVersion.map((permission) => [permissionText(permission), permission] as const))(
    'without %s nothing passes that needs it, and the report names it',
    async (text, permission) => {
      const found = await scanWithout([permission]);
      expectNoPass(found, [permission]);
      expect(listMissingPermissions(found)).toContain(text);
    },
  );

  it('without all that 1.34 needs, too, nothing passes that needs any of it, and the report names what the server refused', async () => {
    const before = await refusals();
    const found = await scanWithout(ofBothVersions);
    expectNoPass(found, ofBothVersions);
    const refused = (await refusals()).slice(before.length);
    // Some permissions are used only if others are granted; if a fact needs several, the report names only one.
    const names = [...new Set(listMissingPermissions(found))];
    expect(names.length).toBeGreaterThan(ofBothVersions.length / 2);
    expect(names.filter((name) => !refused.includes(name))).toEqual([]);
  });

  const refusals = async (): Promise<string[]> => {
    const entries = await settledAudit(cluster.live.auditLog, scanner.user.username);
    return entries
      .filter(({ code }) => code === 403)
      .map(({ resource, apiGroup, verb }) => `${resource}${apiGroup && `.${apiGroup}`}: ${verb}`);
  };
});

/** In the order of the report. */
const legacyFindings = [
  'warn now addons/cluster-autoscaler-version: Deployment kube-system/cluster-autoscaler',
  'fail 1.25 addons/compatibility: EKS add-on vpc-cni',
  'warn 1.25 addons/compatibility: DaemonSet kube-system/kube-proxy',
  'warn 1.25 addons/compatibility: Deployment kube-system/coredns',
  'fail 1.25 addons/coredns-upstream: ConfigMap kube-system/coredns',
  'fail now addons/ebs-csi-driver: CSIDriver ebs.csi.aws.com',
  'warn now addons/fluentd-log-format: DaemonSet amazon-cloudwatch/fluentd-cloudwatch',
  'fail 1.25 addons/kube-proxy-skew: DaemonSet kube-system/kube-proxy',
  'fail 1.25 addons/load-balancer-controller-version: Deployment kube-system/aws-load-balancer-controller',
  'warn 1.25 addons/nvidia-device-plugin: DaemonSet kube-system/nvidia-device-plugin-daemonset',
  'fail now addons/token-refresh: DaemonSet amazon-cloudwatch/fluentd-cloudwatch',
  'fail now addons/token-refresh: Deployment kube-system/coredns',
  'warn now addons/vpc-cni-version: DaemonSet kube-system/aws-node',
  'unknown 1.25 apis/helm-releases: Cluster prod',
  'fail 1.25 apis/pod-security-policies: PodSecurityPolicy restricted',
  'warn 1.25 apis/pod-security-policies: Cluster prod',
  'warn now apis/pod-security-policies: PodSecurityPolicy eks.privileged',
  'warn 1.25 apis/removed: API /apis/policy/v1beta1/podsecuritypolicies',
  'warn 1.25 clients/eksctl-version: Program eksctl (on the PATH of the scan)',
  'warn now clients/kubectl-version: Program kubectl (on the PATH of the scan)',
  'fail now control-plane/security-groups: SecurityGroup sg-0d0e1e7e',
  'fail 1.25 control-plane/subnet-ips: Cluster prod',
  'fail now control-plane/subnets: Subnet subnet-0ccc',
  'fail 1.25 control-plane/upgrade-insights: API /apis/policy/v1beta1/podsecuritypolicies',
  'warn now control-plane/vpc-dns: VPC vpc-0a1b2c3d',
  'warn now nodes/amazon-linux-2: Deployment kube-system/aws-load-balancer-controller',
  'warn now nodes/amazon-linux-2: NodeGroup general',
  'warn now nodes/amazon-linux-2: NodeGroup gpu',
  'warn now nodes/amazon-linux-2: NodeGroup legacy',
  'warn now nodes/amazon-linux-2: SelfManagedNodeGroup batch',
  'fail now nodes/container-runtime: SelfManagedNodeGroup batch',
  'warn now nodes/container-runtime: NodeGroup legacy',
  'fail 1.25 nodes/kubelet-skew: NodeGroup legacy',
  'fail now nodes/surge-capacity: NodeGroup general',
  'fail now nodes/surge-capacity: NodeGroup gpu',
  'fail now nodes/surge-capacity: NodeGroup legacy',
  'warn 1.25 nodes/version-behind: Deployment shop/report (on Fargate)',
  'warn 1.25 nodes/version-behind: NodeGroup legacy',
  'warn 1.25 nodes/version-behind: SelfManagedNodeGroup batch',
  'fail now workloads/pdb-blocks-drain: PodDisruptionBudget shop/cart',
  'fail now workloads/pdb-blocks-drain: PodDisruptionBudget shop/orders-db',
  'fail now workloads/pdb-blocks-drain: PodDisruptionBudget shop/orders-db',
  'unknown now workloads/pdb-blocks-drain: PodDisruptionBudget shop/orders-db-too',
  'warn now workloads/pdb-missing: Namespace kube-system',
  'warn now workloads/pdb-missing: Namespace shop',
  'warn now workloads/runtime-socket: DaemonSet ci/image-builder',
  'warn now workloads/single-replica: Namespace shop',
];

describe('the newest API server, 1.37.1', () => {
  let cluster: ScannedCluster;
  beforeAll(async () => {
    cluster = await startScannedCluster(newestLiveWorld(), 'v1.37.1');
    await grantPrintedPermissions(cluster);
  });
  afterAll(() => cluster?.close());

  it('is read whole; what hangs on a table that ends before it is unknown', async () => {
    const { code, report, stderr } = await cluster.scan();
    expect(stderr).toBe('');
    expect(report.results.flatMap(({ missing }) => missing)).toEqual([]);
    const found = statuses(report);
    const ended = checks.filter(({ id }) => found[id] === 'unknown').map(({ id }) => id);
    const rulesOfUnknown = report.results
      .flatMap(({ findings }) => findings.filter(({ level }) => level === 'unknown'))
      .map(({ rule }) => rule?.replace(/:.*/, ''));
    expect(ended.length).toBeGreaterThan(0);
    expect(new Set(rulesOfUnknown)).toEqual(new Set(['table']));
    expect([report.verdict, code]).toEqual(['incomplete', 2]);
    expect(Object.values(found).filter((status) => status === 'fail')).toEqual([]);
  });

  it('asks it for nothing that it calls deprecated', async () => {
    const { body } = await cluster.live.admin('GET', '/metrics');
    const deprecatedRequests = String(body)
      .split('\n')
      .filter((line) => line.startsWith('apiserver_requested_deprecated_apis{'));
    expect(deprecatedRequests).toEqual([]);
  });
});
