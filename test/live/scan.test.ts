import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import { permissionText, type Permission } from '../../src/facts/reason.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import { proveInClusterIdentity } from '../../src/sources/kubeconfig/same-cluster.ts';
import { accessInCluster } from '../../src/sources/kubeconfig/in-cluster.ts';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { startWorld, type RunningWorld, runProcess } from '../world/run.ts';
import { settledAudit, type AuditEntry } from './audit.ts';
import { pluginUser, serviceAccountToken, writeKubeconfig } from './kubeconfigs.ts';
import {
  accountChecks,
  answeredByDiscovery,
  concernedAt,
  kubernetesChecks,
  kubernetesPermissions,
  mayHideFailure,
  mayHideSubject,
} from '../laws/permission-needs.ts';
import {
  listGrants,
  printedManifests,
  rulesIn,
  rulesWithout,
  setRules,
  untilAllowed,
  withoutBinding,
  type Rule,
} from './rbac.ts';
import { brokenLiveWorld, brokenPods, healthyLiveWorld } from './scan-worlds.ts';
import {
  credentialEnv,
  scanner,
  session,
  startScannedCluster,
  statuses,
  stranger,
  type Scan,
  type ScannedCluster,
} from './scanned-cluster.ts';
import { applyAll, type Manifest } from './seed.ts';
import { openTunnel, type Tunnel } from './tunnel.ts';

const schemas = fileURLToPath(new URL('../../schemas/', import.meta.url));
const keep = process.env['EKS_PREFLIGHT_TEST_RESULTS'];

async function createValidator(schema: 'report' | 'error'): Promise<(document: unknown) => unknown> {
  const text = await readFile(path.join(schemas, `${schema}.schema.json`), 'utf8');
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(text) as object);
  return (document) => (validate(document) ? 'valid' : validate.errors);
}

async function grantEverythingNeeded(cluster: ScannedCluster): Promise<Rule[]> {
  const manifests = await printedManifests(cluster.env, ['--only', '*/*']);
  await applyAll(cluster.live, manifests);
  for (const permission of kubernetesPermissions) await untilAllowed(cluster.live, scanner.user, permission, true);
  return rulesIn(manifests);
}

/** Karpenter's checks are tested on separate clusters (`karpenter-*.test.ts`). */
const withoutKarpenter = Object.fromEntries(
  checks.flatMap(({ id }) => (id.startsWith('karpenter/') ? [[id, 'skip']] : [])),
);

/** These scans are for an update. */
const allPass = Object.fromEntries(checks.map(({ id, direction }) => [id, direction === 'down' ? 'skip' : 'pass']));

/**
 * The broken cluster's problems, and the checks that do not apply. Its nodes are younger than ten minutes: one that is
 * not ready counts as starting.
 */
const notPassed = {
  'account/spot-service-linked-role': 'warn',
  'addons/cluster-autoscaler-version': 'skip',
  'addons/controllers': 'skip',
  'addons/controllers-unjudged': 'skip',
  'addons/compatibility': 'fail',
  'addons/coredns-upstream': 'fail',
  'addons/fluentd-log-format': 'skip',
  'addons/kube-proxy-mode': 'skip',
  'addons/kube-proxy-skew': 'skip',
  'addons/load-balancer-controller-version': 'warn',
  'addons/vpc-cni-version': 'fail',
  'apis/api-services': 'warn',
  'apis/pod-security-policies': 'skip',
  'control-plane/component-options': 'skip',
  'control-plane/subnet-ips': 'fail',
  'control-plane/subnets': 'fail',
  'nodes/amazon-linux-2': 'fail',
  'nodes/auto-mode-pools': 'skip',
  'nodes/fargate-profiles': 'skip',
  'nodes/kubelet-skew': 'fail',
  'nodes/surge-capacity': 'fail',
  'nodes/version-behind': 'unknown',
  'workloads/bare-pods': 'warn',
  'workloads/pdb-missing': 'warn',
  'workloads/no-ready-pods': 'skip',
  'workloads/pod-security': 'skip',
  'workloads/renamed-metrics': 'skip',
  'workloads/runtime-socket': 'warn',
};

/** Kinds that are not served, or that the scan reads only if a webhook calls a Service, or with custom networking. */
const unrequested = [
  'podsecuritypolicies',
  'endpointslices',
  'eniconfigs',
  'nodeclasses',
  'prometheusrules',
  'scaledobjects',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicybindings',
];

/** A list of each kind that is served and needed, at its stable version, and the other two pages of the pods. */
const morePods = '200 list /api/v1/pods?limit=250&continue=TOKEN';
const requestedLists = [...neededLists(), morePods, morePods];

function neededLists(): string[] {
  return kubernetesPermissions.flatMap((permission) => {
    if (!('resource' in permission) || permission.verb !== 'list') return [];
    const { apiGroup, resource } = permission;
    const isRequested = !unrequested.includes(resource) && concernedAt(34, permission).length > 0;
    const group = apiGroup === '' ? '/api/v1' : `/apis/${apiGroup}/v1`;
    return isRequested ? [`200 list ${group}/${resource}?limit=${resolvePageSize(resource)}`] : [];
  });
}

function resolvePageSize(resource: string): number {
  return resource === 'customresourcedefinitions' ? 100 : 250;
}

/** Read only with custom networking or with these CRDs, which test/world/matrix-world.ts has. */
const ofMatrix = ['eniconfigs', 'prometheusrules', 'scaledobjects'];
const takenAway = kubernetesPermissions.filter(
  (permission) =>
    !('resource' in permission && ofMatrix.includes(permission.resource)) && concernedAt(34, permission).length > 0,
);

describe('a broken cluster', () => {
  let cluster: ScannedCluster;
  let scan: Scan;
  let audit: AuditEntry[];

  beforeAll(async () => {
    cluster = await startScannedCluster(brokenLiveWorld());
    await grantEverythingNeeded(cluster);
    scan = await cluster.scan();
    audit = await settledAudit(cluster.live.auditLog);
  });
  afterAll(() => cluster?.close());

  it('is blocked, by what is wrong with it and nothing else', () => {
    expect([scan.report.verdict, scan.report.exitCode, scan.code, scan.stderr]).toEqual(['blocked', 1, 1, '']);
    expect(statuses(scan.report)).toEqual({
      ...allPass,
      ...withoutKarpenter,
      // A node of a NodePool is left.
      'karpenter/stuck-deletion': 'pass',
      ...notPassed,
    });
    expect(scan.report.results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(scan.report).toMatchObject({ target: '1.35', targetSource: 'next-offered', source: 'live' });
  });

  it('names every object that is wrong, each once', () => {
    const seen = scan.report.results.flatMap(({ id, findings }) =>
      findings.map(({ level, at, resource }) => `${level} ${at?.version ?? 'now'} ${id}: ${resource.text}`),
    );
    expect(seen).toEqual(brokenFindings);
  });

  it('is read to the last page of its pods', () => {
    const { facts } = scan.report.coverage;
    expect(facts['pods']).toEqual({ ok: true, count: brokenPods });
    expect(audit.filter(isOwnRequest).filter(({ resource }) => resource === 'pods')).toHaveLength(3);
  });

  it('gives a report of the published schema, and a text of 80 columns', async () => {
    const validate = await createValidator('report');
    expect(validate(JSON.parse(scan.stdout))).toBe('valid');
    const text = await runProcess(['scan', '--cluster', 'prod'], { env: cluster.env, cwd: cluster.folder });
    expect([text.code, text.stderr]).toEqual([1, '']);
    const prose = text.stdout.split('\n').filter((line) => !/^ {11}|^ {4}https:/.test(line));
    expect(prose.filter((line) => line.length > 80)).toEqual([]);
    if (keep === undefined) return;
    await mkdir(keep, { recursive: true });
    await writeFile(path.join(keep, 'live-broken.txt'), text.stdout);
    await writeFile(path.join(keep, 'live-broken.json'), scan.stdout);
  });

  describe('in its audit log', () => {
    it('the scan reads each kind once, in pages, at its stable version', () => {
      const requests = audit.filter(isOwnRequest).map(({ verb, uri, code }) => `${code} ${verb} ${uri}`);
      expect(requests.map((line) => line.replace(/continue=[\w-]+$/, 'continue=TOKEN')).sort()).toEqual(
        [
          '200 get /api/v1/namespaces/kube-system/configmaps/coredns',
          '200 get /apis',
          '200 get /version',
          ...requestedLists,
        ].sort(),
      );
    });

    it('all that the scanner ever sent has our user agent and only reads', async () => {
      const entries = await settledAudit(cluster.live.auditLog, scanner.user.username);
      expect(entries.length).toBeGreaterThan(0);
      expect([...new Set(entries.map(({ userAgent }) => userAgent))]).toEqual([
        `eks-preflight/${scan.report.tool.version}`,
      ]);
      expect([...new Set(entries.map(({ verb }) => verb))].sort()).toEqual(['get', 'list']);
      expect(entries.filter(({ resource }) => resource === 'secrets')).toEqual([]);
      const configMaps = entries.filter(({ resource }) => resource === 'configmaps');
      expect([...new Set(configMaps.map(({ verb }) => verb))]).toEqual(['get']);
      for (const { uri, resource } of entries.filter(({ verb }) => verb === 'list')) {
        const { searchParams } = new URL(uri, cluster.live.url);
        const limit = String(resolvePageSize(resource));
        expect([uri, searchParams.get('limit'), searchParams.has('resourceVersion')]).toEqual([uri, limit, false]);
      }
    });

    it('no request counts as one for a deprecated API', async () => {
      const before = await deprecatedRequests(cluster);
      await cluster.scan();
      expect(await deprecatedRequests(cluster)).toEqual(before);
      await cluster.live.admin('GET', '/api/v1/componentstatuses'); // deprecated: shows that the counter works
      expect(await deprecatedRequests(cluster)).toContainEqual(expect.stringContaining('componentstatuses'));
    });
  });

  it('reads the account by Describe, List and Get alone', () => {
    const actions = [...new Set(cluster.calls.map(({ action }) => action))].sort();
    expect(actions.filter((action) => !/^[a-z0-9]+:(Describe|List|Get)[A-Z]/.test(action))).toEqual([]);
    expect(cluster.calls.filter(({ userAgent }) => !userAgent.includes('eks-preflight/'))).toEqual([]);
  });

  it('stays blocked for one who may read nothing of it, and nothing of Kubernetes passes', async () => {
    const denied = await cluster.scan([], credentialEnv(stranger));
    expect([denied.code, denied.report.verdict]).toEqual([1, 'blocked']);
    const passed = denied.report.results.filter(({ id, status }) => status === 'pass' && kubernetesChecks.includes(id));
    expect(passed.map(({ id }) => id).filter((id) => !answeredByDiscovery.includes(id))).toEqual([]);
    expect(Object.values(statuses(denied.report))).toContain('fail'); // the failures that the account alone shows
    for (const fact of ['nodes', 'pods', 'deployments']) {
      expect(denied.report.coverage.facts[fact]).toMatchObject({
        ok: false,
        permission: expect.stringContaining(fact),
      });
    }
  });
});

/** In the order of the report: results by id, findings by level and resource. */
const brokenFindings = [
  'warn now account/spot-service-linked-role: NodeGroup spot',
  'fail 1.35 addons/compatibility: EKS add-on vpc-cni',
  'fail now addons/coredns-upstream: ConfigMap kube-system/coredns',
  'warn now addons/load-balancer-controller-version: Deployment kube-system/aws-load-balancer-controller',
  'fail now addons/vpc-cni-version: DaemonSet kube-system/aws-node',
  'warn now addons/vpc-cni-version: DaemonSet kube-system/aws-node',
  'warn now apis/api-services: APIService v1beta1.metrics.k8s.io',
  'fail 1.35 control-plane/subnet-ips: Cluster prod',
  'fail now control-plane/subnets: Subnet subnet-0ccc',
  'fail now nodes/amazon-linux-2: NodeGroup legacy',
  'warn now nodes/amazon-linux-2: Deployment kube-system/aws-load-balancer-controller',
  'fail 1.35 nodes/kubelet-skew: NodeGroup legacy',
  'fail now nodes/kubelet-skew: NodePool burst',
  'unknown now nodes/kubelet-skew: SelfManagedNodeGroup lab',
  'warn now nodes/kubelet-skew: SelfManagedNodeGroup canary',
  'fail now nodes/surge-capacity: NodeGroup general',
  'fail now nodes/surge-capacity: NodeGroup legacy',
  'unknown now nodes/version-behind: SelfManagedNodeGroup lab',
  'warn 1.35 nodes/version-behind: Deployment shop/report (on Fargate)',
  'warn 1.35 nodes/version-behind: Node mi-0a1b2c3d',
  'warn 1.35 nodes/version-behind: NodeGroup legacy',
  'warn 1.35 nodes/version-behind: NodePool burst',
  'warn 1.35 nodes/version-behind: SelfManagedNodeGroup batch',
  'warn now workloads/bare-pods: Namespace zz-tools',
  'warn now workloads/pdb-missing: Namespace kube-system',
  'warn now workloads/pdb-missing: Namespace shop',
  'warn now workloads/runtime-socket: DaemonSet ci/image-builder',
  'warn now workloads/runtime-socket: Pod zz-tools/inspector',
];

function isOwnRequest({ userAgent }: AuditEntry): boolean {
  return userAgent.startsWith('eks-preflight/');
}

/** The lines of the API server's metrics that count requests for deprecated APIs. */
async function deprecatedRequests({ live }: ScannedCluster): Promise<string[]> {
  const { body } = await live.admin('GET', '/metrics');
  return String(body)
    .split('\n')
    .filter((line) => line.startsWith('apiserver_requested_deprecated_apis{'))
    .sort();
}

function listStatuses({ report }: Scan, ids: readonly string[]): string[] {
  const all = statuses(report);
  return [...new Set(ids.map((id) => all[id] ?? 'absent'))].sort();
}

const strangersCa = await readFile(new URL('../world/tls/other-ca.pem', import.meta.url), 'utf8');
const psp = 'apis/pod-security-policies';

/** Checks whose subject the healthy cluster does not have: 1.34 does not serve pod security policies, no node runs Docker ... */
const absent = new Set([
  psp,
  'addons/controllers-unjudged',
  'addons/fluentd-log-format',
  'control-plane/component-options',
  'nodes/auto-mode-pools',
  'workloads/no-ready-pods',
  'workloads/pod-security',
  'workloads/renamed-metrics',
]);

/** The healthy cluster: no Karpenter runs, and all other checks that have a subject pass. */
const allWell = {
  ...Object.fromEntries(
    checks.map(({ id, direction }) => [id, absent.has(id) || direction === 'down' ? 'skip' : 'pass']),
  ),
  ...withoutKarpenter,
};

describe('a healthy cluster', () => {
  let cluster: ScannedCluster;
  let rules: Rule[];

  beforeAll(async () => {
    cluster = await startScannedCluster(healthyLiveWorld());
    rules = await grantEverythingNeeded(cluster);
  });
  afterAll(() => cluster?.close());

  it.each([
    ['long-term credentials', scanner],
    ['credentials of a session', session],
  ])('is ready, by %s', async (_sentence, keys) => {
    const { code, stderr, report } = await cluster.scan([], credentialEnv(keys));
    expect(statuses(report)).toEqual(allWell);
    expect([code, report.verdict, stderr]).toEqual([0, 'ready', '']);
    expect(report.results.find(({ id }) => id === psp)?.reason).toContain('are not served');
    expect(cluster.live.reviews.at(-1)?.verdict).toMatchObject({ accepted: true, accessKeyId: keys.accessKeyId });
  });

  describe('by the printed ClusterRole and nothing else', () => {
    const restore: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      for (const name of ['system:discovery', 'system:public-info-viewer']) {
        restore.push(await withoutBinding(cluster.live, name));
      }
      await untilAllowed(cluster.live, stranger.user, { nonResourceURL: '/apis' }, false);
    });
    afterAll(async () => {
      for (const putBack of restore) await putBack();
      await untilAllowed(cluster.live, stranger.user, { nonResourceURL: '/apis' }, true);
    });

    it('nothing is unknown', async () => {
      const { code, report } = await cluster.scan();
      expect(statuses(report)).toEqual(allWell);
      const unread = Object.entries(report.coverage.facts).filter(([, { ok, gaps }]) => !ok || gaps !== undefined);
      expect(new Set(unread.map(([, { reason }]) => reason))).toEqual(
        new Set(['logs', 'secrets', 'metrics'].map((one) => `needs --with ${one}`)),
      );
      expect(code).toBe(0);
    });

    it('the role grants what is listed, and first contact', async () => {
      const listed = kubernetesPermissions.map(permissionText);
      expect(listGrants(rules)).toEqual([...listed, '/apis/*: get', '/version: get'].sort());
      const elsewhere = { apiGroup: '', resource: 'configmaps', verb: 'get', namespace: 'kube-system' } as const;
      await untilAllowed(cluster.live, scanner.user, { ...elsewhere, name: 'eks-certificates-controller' }, false);
      await untilAllowed(cluster.live, scanner.user, { apiGroup: '', resource: 'secrets', verb: 'list' }, false);
      console.log(`denial matrix, live: ${takenAway.length} permissions taken away, ${checks.length} checks each`);
    });

    it.each(takenAway.map((permission) => [permissionText(permission), permission] as const))(
      'without %s nothing passes that needs it, and the report names it',
      async (_text, permission) => {
        const { live } = cluster;
        try {
          await setRules(live, 'eks-preflight', rulesWithout(rules, permission));
          await untilAllowed(live, scanner.user, permission, false);
          expectDenial(await cluster.scanHere(), permission, concernedAt(34, permission));
        } finally {
          await setRules(live, 'eks-preflight', rules);
          await untilAllowed(live, scanner.user, permission, true);
        }
      },
    );
  });

  describe('with a token that EKS refuses', () => {
    const rows: [sentence: string, cluster: string, keys: Parameters<typeof credentialEnv>[0], reason: RegExp][] = [
      ["of another cluster's name", 'staging', scanner, /signature/],
      ['by a secret that is no longer valid', 'prod', { ...scanner, secretAccessKey: 'rotated' }, /signature/],
      ['by a key nobody knows', 'prod', { ...scanner, accessKeyId: 'AKIAUNKNOWN7EXAMPLE' }, /unknown access key/],
      ['of an ended session', 'prod', { ...session, sessionToken: 'ended' }, /session token/],
    ];
    it.each(rows)('%s: one reason, a hint, and the account is still judged', async (_sentence, name, keys, reason) => {
      const before = cluster.live.reviews.length;
      const refused = await cluster.scan(['--cluster', name], credentialEnv(keys));
      const reviews = cluster.live.reviews.slice(before);
      expect(reviews.length).toBeGreaterThan(0);
      expect(reviews.length).toBeLessThanOrEqual(4); // /apis and /version, each tried once more with a new token
      for (const { verdict } of reviews) {
        expect(verdict).toEqual({ accepted: false, reason: expect.stringMatching(reason) });
      }
      expect([refused.code, refused.report.verdict]).toEqual([2, 'incomplete']);
      expect(refused.report.steps.map(({ verdict }) => verdict)).toEqual(['incomplete']);
      const all = statuses(refused.report);
      // AWS shows that no cluster here has EKS Auto Mode, and that staging has no nodes.
      const withoutNodes = name === 'staging' ? ['nodes/subnets'] : [];
      expect(kubernetesChecks.filter((check) => all[check] !== 'unknown')).toEqual([
        'nodes/auto-mode-pools',
        ...withoutNodes,
      ]);
      expect(listStatuses(refused, accountChecks).filter((status) => status !== 'pass' && status !== 'skip')).toEqual(
        [],
      );
      const missing = refused.report.results.flatMap((result) => result.missing);
      expect(new Set(missing.map((entry) => entry.hint))).toEqual(new Set([expect.stringContaining('access entry')]));
    });

    it('and says so once', async () => {
      const args = ['scan', '--cluster', 'staging'];
      const { code, stdout } = await runProcess(args, { env: cluster.env, cwd: cluster.folder });
      expect(code).toBe(2);
      expect(stdout).toContain('\nUnknown (1)\n');
      expect(stdout.split('401 Unauthorized')).toHaveLength(2);
    });
  });

  describe('by a kubeconfig', () => {
    let token: string;
    let other: RunningWorld;

    beforeAll(async () => {
      await applyAll(cluster.live, scannerAccount());
      token = await serviceAccountToken(cluster.live, 'scanner');
      other = await startWorld(healthyLiveWorld());
    });
    afterAll(() => other?.close());

    it('with a bearer token is ready', async () => {
      const file = await writeKubeconfig(cluster.folder, 'token', {
        server: cluster.live.url,
        caPem: cluster.live.caPem,
        user: { token },
      });
      const { code, report } = await cluster.scan(['--kubeconfig', file, '--context', 'live']);
      expect([code, statuses(report)]).toEqual([0, allWell]);
      const entries = await settledAudit(cluster.live.auditLog, 'system:serviceaccount:default:scanner');
      expect(entries.filter(isOwnRequest).length).toBeGreaterThan(8);
    });

    it('with a plug-in, found by KUBECONFIG, is ready and runs the plug-in once', async () => {
      const { user, runs } = await pluginUser(cluster.folder, scanner);
      const connection = {
        server: cluster.live.url.toUpperCase().replace('HTTPS', 'https'),
        caPem: cluster.live.caPem,
        user,
      };
      const file = await writeKubeconfig(cluster.folder, 'plug-in', connection);
      const { code, report } = await cluster.scan(['--context', 'live'], { KUBECONFIG: file });
      expect([code, statuses(report)]).toEqual([0, allWell]);
      expect(await readFile(runs, 'utf8')).toBe('run\n');
    });

    it('of another cluster cannot run: both sides are named, and nothing is sent there', async () => {
      const connection = { server: other.kubeUrl, caPem: other.kubeCaPem, user: { token } };
      const file = await writeKubeconfig(cluster.folder, 'other', connection);
      const { code, stdout, stderr } = await cluster.scan(['--kubeconfig', file, '--context', 'live']);
      expect(code).toBe(3);
      for (const side of ['context "live"', 'cluster "prod"', other.kubeUrl, cluster.live.url]) {
        expect(stderr).toContain(side);
      }
      expect((await createValidator('error'))(JSON.parse(stdout))).toBe('valid');
      expect(other.requests).toEqual([]);
    });

    it('of this address with another authority cannot run: both are named', async () => {
      const connection = { server: cluster.live.url, caPem: other.kubeCaPem, user: { token } };
      const file = await writeKubeconfig(cluster.folder, 'other-ca', connection);
      const { code, stdout, stderr } = await cluster.scan(['--kubeconfig', file, '--context', 'live']);
      expect(code).toBe(3);
      expect(stderr).toMatch(/is trusted by CA certificate [0-9a-f]{16}, .* has CA certificate [0-9a-f]{16}/);
      expect((await createValidator('error'))(JSON.parse(stdout))).toBe('valid');
    });
  });

  describe('behind a tunnel', () => {
    /** A name that is in the live server's certificate and does not resolve here, like a private endpoint's. */
    const endpoint = 'https://kubernetes.default.svc';
    let account: AwsEndpoint;
    let tunnel: Tunnel;
    let env: NodeJS.ProcessEnv;

    beforeAll(async () => {
      account = await startAwsEndpoint(cluster.world, { kube: { endpoint, caPem: cluster.live.caPem } });
      tunnel = await openTunnel(cluster.live.url);
      env = { AWS_ENDPOINT_URL: account.url };
    });
    afterAll(() => Promise.all([tunnel?.close(), account?.close()]));

    it('is ready, under the TLS name of the endpoint', async () => {
      const { code, report } = await cluster.scan(['--kube-server', tunnel.url], env);
      expect([code, statuses(report)]).toEqual([0, allWell]);
      expect(tunnel.connections).toBeGreaterThan(0);
      expect(tunnel.connections).toBeLessThanOrEqual(6);
    });

    it('is ready by a kubeconfig, too', async () => {
      const token = await serviceAccountToken(cluster.live, 'scanner');
      const connection = { server: endpoint, caPem: cluster.live.caPem, user: { token } };
      const file = await writeKubeconfig(cluster.folder, 'tunnel', connection);
      const { code, report } = await cluster.scan(
        ['--kubeconfig', file, '--context', 'live', '--kube-server', tunnel.url],
        env,
      );
      expect([code, statuses(report)]).toEqual([0, allWell]);
    });

    it('that ends at another server is incomplete: no credential is sent, and a hint says why', async () => {
      const other = await startWorld(healthyLiveWorld());
      try {
        const { code, report } = await cluster.scan(['--kube-server', other.kubeUrl], env);
        expect(code).toBe(2);
        expect(report.coverage.facts['nodes']?.reason).toContain('TLS to');
        expect(report.results.flatMap(({ missing }) => missing)[0]?.hint).toContain('own CA did not sign');
        expect(other.requests).toEqual([]);
      } finally {
        await other.close();
      }
    });
  });

  /** The command reads the pod's paths below /var/run and accepts no others, so its parts are tested separately. */
  describe('from inside', () => {
    it('the command says that it is not in a pod', async () => {
      const { code, stderr } = await cluster.scan(['--in-cluster']);
      expect(code).toBe(3);
      expect(stderr).toContain('KUBERNETES_SERVICE_HOST is not set');
    });

    it("a pod's token and authority read the cluster, once it is proven to be the one", async () => {
      const files = { token: path.join(cluster.folder, 'pod-token'), ca: path.join(cluster.folder, 'pod-ca.crt') };
      await writeFile(files.token, await serviceAccountToken(cluster.live, 'scanner'));
      await writeFile(files.ca, cluster.live.caPem);
      const { hostname, port } = new URL(cluster.live.url);
      const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
      const access = await accessInCluster(env, files);
      const described = {
        name: 'prod',
        arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/prod',
        endpoint: 'https://a.b',
      };
      expect(() => proveInClusterIdentity(access, { ...described, certificateAuthorityPem: strangersCa })).toThrow(
        /the pod's API server is not cluster "prod"/,
      );
      proveInClusterIdentity(access, { ...described, certificateAuthorityPem: cluster.live.caPem });
      const source = createKubeSource(access, { userAgent: 'eks-preflight/live-test' });
      try {
        const project = (raw: unknown): unknown => raw;
        const nodes = await source.list({ apiGroup: '', versions: ['v1'], resource: 'nodes', project });
        expect(nodes).toMatchObject({ served: true, items: { length: 4 }, inconsistent: false });
        expect(await source.version()).toBe('v1.34.1');
      } finally {
        source.close();
      }
    });
  });
});

/** Expects that the checks that need the permission are unknown, and that the report names the permission. */
function expectDenial({ report, code }: Scan, permission: Permission, concerned: readonly AnyCheck[]): void {
  const text = permissionText(permission);
  expect(concerned.length).toBeGreaterThan(0);
  // A scan of 1.34 does not request pod security policies, which are not served, nor NodeClasses without EKS Auto Mode.
  const isRequested = !['podsecuritypolicies.policy: list', 'nodeclasses.eks.amazonaws.com: list'].includes(text);
  // A check whose subject was seen to be absent is skipped, whatever else was denied.
  const unknown = concerned.filter(
    (check) =>
      !absent.has(check.id) ||
      // AWS shows that the cluster does not use EKS Auto Mode.
      (isRequested && check.id !== 'nodes/auto-mode-pools' && mayHideSubject(check, permission)),
  );
  // Nodes may be left of a Karpenter that was removed.
  const left = text === 'nodes: list' ? { 'karpenter/stuck-deletion': 'unknown' } : {};
  const expected = { ...allWell, ...left, ...Object.fromEntries(unknown.map(({ id }) => [id, 'unknown'])) };
  expect(statuses(report)).toEqual(expected);
  for (const { id } of unknown) {
    const missing = report.results.find((result) => result.id === id)?.missing ?? [];
    expect(
      missing.map(({ permission }) => permission),
      id,
    ).toContain(text);
  }
  const named = Object.values(report.coverage.facts).map(({ permission }) => permission);
  if (unknown.length === 0 && isRequested) expect(named).toContain(text);
  const canFail = unknown.some((check) => mayHideFailure(check, permission));
  expect([report.verdict, report.exitCode, code]).toEqual(canFail ? ['incomplete', 2, 2] : ['ready', 0, 0]);
}

/** A ServiceAccount with the printed ClusterRole and Role. */
function scannerAccount(): Manifest[] {
  const name = 'scanner';
  const apiGroup = 'rbac.authorization.k8s.io';
  const bound = (kind: string, metadata: Manifest['metadata'], role: string): Manifest => ({
    apiVersion: `${apiGroup}/v1`,
    kind,
    metadata,
    roleRef: { apiGroup, kind: role, name: 'eks-preflight' },
    subjects: [{ kind: 'ServiceAccount', name, namespace: 'default' }],
  });
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: 'default' } },
    bound('ClusterRoleBinding', { name }, 'ClusterRole'),
    bound('RoleBinding', { name, namespace: 'kube-system' }, 'Role'),
  ];
}
