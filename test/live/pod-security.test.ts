import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRejecting } from '../../checks/workloads/pod-security/standards.ts';
import { listSecurityTraits } from '../../src/collectors/kube/security-traits.ts';
import { securityLevels, type SecurityLevel } from '../../src/facts/security-traits.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { kubernetesVersions, type KubernetesVersion } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { samples, toPod, type Sample } from './pod-security-pods.ts';
import { applyAll } from './seed.ts';

/**
 * Every control of the Pod Security Standards, in every version since 1.24, at both levels: dry runs of pods in namespaces
 * that enforce a level at a version, on real API servers. The table `pod-security-standards` and what is read of a pod must
 * give the same answers.
 */

const { rows } = loadTable('pod-security-standards');
const oldest = 24;
const later = 99;

const toMinor = (version: KubernetesVersion): number => Number(version.split('.')[1]);
const minorsUpTo = (last: number): number[] => Array.from({ length: last - oldest + 1 }, (_, index) => oldest + index);
const toNamespace = (level: SecurityLevel, minor: number | 'latest'): string => `${level}-${minor}`;

function toNamespaceObject(level: SecurityLevel, minor: number | 'latest') {
  const version = minor === 'latest' ? {} : { 'pod-security.kubernetes.io/enforce-version': `v1.${minor}` };
  const labels = { 'pod-security.kubernetes.io/enforce': level, ...version };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: toNamespace(level, minor), labels } };
}

/** `.` where the pod is accepted, `x` where the control rejects it, for each version; anything else is shown. */
async function dryRun(
  cluster: LiveCluster,
  sample: Sample,
  level: SecurityLevel,
  minors: readonly (number | 'latest')[],
) {
  const answers = await Promise.all(
    minors.map(async (minor) => {
      const path = `/api/v1/namespaces/${toNamespace(level, minor)}/pods?dryRun=All`;
      const { status, body } = await cluster.admin('POST', path, toPod(sample));
      if (status === 201) return '.';
      const { message = '' } = body as { message?: string };
      const isOwn =
        status === 403 && message.includes('violates PodSecurity') && new RegExp(sample.reason).test(message);
      return isOwn ? 'x' : `[${status} ${message}]`;
    }),
  );
  return answers.join('');
}

/** The same from what is read of the pod, and the table. */
function expected(sample: Sample, level: SecurityLevel, minors: readonly number[]): string {
  const traits = listSecurityTraits(toPod(sample)['spec']) ?? [];
  const isRejected = (minor: number) =>
    sample.rejectedBy.includes(level) ||
    traits.some((trait) => findRejecting(rows, { level, pinned: minor }, trait, minor) !== undefined);
  return minors.map((minor) => (isRejected(minor) ? 'x' : '.')).join('');
}

const toControl = (line: string): string => line.split(',')[0] ?? '';
const withoutPod = (line: string): string => line.replace(/^([^,]*),.*, (\w+): /, '$1 $2 ');

let cluster: LiveCluster;
beforeAll(async () => {
  const [first] = kubernetesVersions;
  cluster = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [], kubernetes: first });
});
afterAll(() => cluster?.stop());

/** The controls in `k8s.io/pod-security-admission/policy` of the newest version. */
const controls = [
  'allowPrivilegeEscalation',
  'appArmorProfile',
  'capabilities_baseline',
  'capabilities_restricted',
  'hostNamespaces',
  'hostPathVolumes',
  'hostPorts',
  'hostProbesAndHostLifecycle',
  'privileged',
  'procMount',
  'procMount_restricted',
  'restrictedVolumes',
  'runAsNonRoot',
  'runAsUser',
  'seLinuxOptions',
  'seccompProfile_baseline',
  'seccompProfile_restricted',
  'sysctls',
  'windowsHostProcess',
];

/** The controls with answers that differ between versions, from 1.24 to 1.37, each answer once. */
const changes = [
  'allowPrivilegeEscalation restricted x.............',
  'capabilities_restricted restricted x.............',
  'hostProbesAndHostLifecycle baseline ..........xxxx',
  'hostProbesAndHostLifecycle restricted ..........xxxx',
  'procMount baseline xxxxxxxxxxx...',
  'runAsNonRoot restricted xxxxxxxxxxx...',
  'runAsUser restricted xxxxxxxxxxx...',
  'seLinuxOptions baseline xxxxxxx.......',
  'seLinuxOptions restricted xxxxxxx.......',
  'seccompProfile_restricted restricted x.............',
  'sysctls baseline xxx...........',
  'sysctls baseline xxxxx.........',
  'sysctls baseline xxxxxxxx......',
  'sysctls baseline xxxxxxxxxxxxx.',
  'sysctls restricted xxx...........',
  'sysctls restricted xxxxx.........',
  'sysctls restricted xxxxxxxx......',
  'sysctls restricted xxxxxxxxxxxxx.',
];

describe.each(kubernetesVersions)('an API server of %s', (version) => {
  const server = toMinor(version);
  const minors = minorsUpTo(server);
  beforeAll(async () => {
    if (version !== kubernetesVersions[0]) await cluster.restart(version);
    const versions = [...minors, later, 'latest' as const];
    await applyAll(
      cluster,
      securityLevels.flatMap((level) => versions.map((minor) => toNamespaceObject(level, minor))),
    );
  });

  it('answers as the table, for each control, level and version', async () => {
    const known = samples.filter(({ since = oldest }) => since <= server);
    const found: string[] = [];
    const wanted: string[] = [];
    for (const sample of known)
      for (const level of sample.levels ?? securityLevels) {
        const line = `${sample.control}, ${sample.what}, ${level}: `;
        found.push(line + (await dryRun(cluster, sample, level, minors)));
        wanted.push(line + expected(sample, level, minors));
      }
    expect(found).toEqual(wanted);
    if (version !== kubernetesVersions.at(-1)) return;
    const rejected = found.filter((line) => line.endsWith('x') || line.includes(': x'));
    expect([...new Set(rejected.map(toControl))].toSorted()).toEqual(controls);
    const changed = found.filter((line) => /: (?:x+\.+|\.+x+)$/.test(line)).map(withoutPod);
    expect([...new Set(changed)].toSorted()).toEqual(changes);
  });

  it('uses its own version where a namespace names none, or a later one', async () => {
    const [host] = samples.filter(({ control }) => control === 'hostProbesAndHostLifecycle');
    if (host === undefined) throw new Error('no sample');
    expect(await dryRun(cluster, host, 'baseline', ['latest', later])).toBe(server < 34 ? '..' : 'xx');
  });
});
