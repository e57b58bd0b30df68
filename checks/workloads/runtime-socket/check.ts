import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Owner } from '../shared/pod-makers.ts';
import { listCarriers, type Carrier, type Mount } from './carriers.ts';

/** A mount, the level of its finding, and the version that changes the socket, unless the cluster has reached it. */
interface Judged {
  mount: Mount;
  level: 'fail' | 'warn';
  at?: Minor;
}

export default defineCheck({
  id: 'workloads/runtime-socket',
  title: 'Workloads that mount the container runtime socket',
  short: 'mounts the Docker socket',
  task: 'Stop mounting the container runtime socket',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Nodes of 1.24 and later run containerd, and EKS AMIs do not include Docker. A workload that mounts the Docker
    socket (image builds in pods, agents that read logs and metrics from Docker) does not start there, or finds
    no Docker behind the socket. In a cluster at 1.24 or later, it is a warning: workloads that need the socket
    already fail on such nodes, and the others do not need it. The containerd socket still exists, but tools that used it beside
    Docker see a different set of containers: the pods are now in its namespace \`k8s.io\`.

    The check judges hostPath volumes in workload templates and in running pods (a webhook may have added them), one
    finding for each workload; finished pods are ignored. A mount of a directory above the sockets (\`/var/run\`,
    \`/run\`, \`/\`) is not reported: most workloads that mount it look for something else. How a process uses the
    mount cannot be determined.`,
  fix: advice`Remove the socket volume from the pod template, or replace the workload with one that does not need
    Docker.`,
  links: [
    'https://kubernetes.io/docs/tasks/administer-cluster/migrating-from-dockershim/check-if-dockershim-removal-affects-you/',
    'https://docs.aws.amazon.com/eks/latest/userguide/dockershim-deprecation.html',
  ],
  needs: [],
  uses: ['deployments', 'daemonSets', 'statefulSets', 'cronJobs', 'pods'],
  tables: ['runtime-sockets'],

  *run(
    { deployments = [], daemonSets = [], statefulSets = [], cronJobs = [], pods = [] },
    { current, versions, tables },
  ) {
    const templates = { deployments, daemonSets, statefulSets, cronJobs };
    for (const carrier of listCarriers(templates, pods, tables['runtime-sockets'])) {
      const finding = toFinding(carrier, current, versions);
      if (finding !== undefined) yield finding;
    }
  },
});

function toFinding({ resource, mounts }: Carrier, current: Minor, versions: readonly Minor[]): Finding | undefined {
  const judged = mounts.flatMap((mount) => judge(mount, current, versions));
  const worst = judged.find(({ level }) => level === 'fail') ?? judged[0];
  if (worst === undefined) return undefined;
  const { level, at, mount } = worst;
  const named = judged.filter((other) => other.level === level && other.mount.row.runtime === mount.row.runtime);
  return {
    level,
    ...(at === undefined ? {} : { at }),
    resource,
    ...(mount.row.runtime === 'docker' ? {} : { short: 'mounts the containerd socket' }),
    message: buildMessage(worst, named),
    evidence: judged.map(mountEvidence),
    fix: leaveFix(resource, judged),
  };
}

function judge(mount: Mount, current: Minor, versions: readonly Minor[]): Judged[] {
  const { changesAt, crossing, after } = mount.row;
  if (current >= changesAt) return after === null ? [] : [{ mount, level: after }];
  return versions.some((version) => version >= changesAt) ? [{ mount, level: crossing, at: changesAt }] : [];
}

function buildMessage({ at, mount: { row } }: Judged, judged: readonly Judged[]): string {
  const paths = judged.map(({ mount }) => mount.path).join(' and ');
  const since = format(row.changesAt);
  if (row.runtime === 'containerd') {
    return `mounts ${paths}: on nodes of ${since} containerd runs the pods directly, in its namespace k8s.io`;
  }
  return at === undefined
    ? `mounts ${paths}: nodes of ${since} and later have no Docker, so anything that needs the socket does not work`
    : `mounts ${paths}: nodes of ${since} have no Docker`;
}

function mountEvidence({ mount: { volume, path, row, fact } }: Judged): Evidence {
  const required =
    row.runtime === 'docker' ? 'no mount of the Docker socket' : 'a tool that reads the namespace k8s.io';
  return { observed: `volume ${volume}: hostPath ${path}`, required, fact };
}

function leaveFix({ kind, namespace, name }: Owner, judged: readonly Judged[]): Advice {
  const mounts = new Map(judged.map(({ mount }) => [`${mount.volume}\n${mount.path}`, mount]));
  const volumes = joinAdvice(
    [...mounts.values()].map(({ volume, path }) => advice`\`${volume}\` (${path})`),
    ', ',
  );
  const isDocker = judged.some(({ mount }) => mount.row.runtime === 'docker');
  const action = isDocker
    ? advice`Remove the volume ${volumes} from the pod template, or migrate to a containerd equivalent: for
      an agent, a release that supports CRI; for image builds, a builder without a daemon (BuildKit, Kaniko); in shell
      scripts, \`crictl\` instead of \`docker\`.`
    : advice`Make sure that the workload with the volume ${volumes} expects its containers in the containerd
      namespace \`k8s.io\`, and is a release that supports Kubernetes with containerd.`;
  const see = sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`;
  const inPods = judged.some(({ mount }) => mount.fact === 'pods') && kind !== 'Pod';
  const note = inPods
    ? advice`\nThe mount was found in its pods: find out what adds it (a template, a webhook).`
    : advice``;
  return advice`${action}\n${commands(see)}${note}`;
}
