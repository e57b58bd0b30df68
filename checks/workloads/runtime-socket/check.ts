import { advice, commands, joinAdvice, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../../src/check.ts';
import { sh } from '../../../src/languages/shell.ts';
import { format, type Minor } from '../../../src/languages/versions.ts';
import type { Owner } from '../../../src/subjects/pod-makers.ts';
import { carriersOf, type Carrier, type Mount } from './carriers.ts';

/** What a socket's row says on the path of this cluster. */
interface Judged {
  mount: Mount;
  level: 'fail' | 'warn';
  at?: Minor;
}

export default defineCheck({
  id: 'workloads/runtime-socket',
  title: "Workloads that mount the container runtime's socket",
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Nodes of 1.24 and later run containerd, and EKS AMIs bring no Docker. A workload that mounts Docker's socket (image
    builds in pods, agents that ask Docker for logs and metrics) does not start there or finds nobody behind the socket.
    In a cluster at 1.24 or later it is a warning: what needs the socket does not work on such nodes, or does not need it.
    containerd's socket stays, but tools that used it beside Docker meet another set of containers: the pods are now in
    its namespace \`k8s.io\`.

    Judged are hostPath volumes of the workloads' templates and of live pods (a webhook may have added them), one
    finding for each workload; finished pods are left out. Mounting a directory above the sockets (\`/var/run\`, \`/run\`,
    \`/\`) is no finding: most who do look for something else. What a process inside does with it cannot be seen.`,
  fix: advice`Take the socket's volume out of the pod template, or replace the workload by one that does without
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
    for (const carrier of carriersOf(templates, pods, tables['runtime-sockets'])) {
      const finding = findingOf(carrier, current, versions);
      if (finding !== undefined) yield finding;
    }
  },
});

function findingOf({ resource, mounts }: Carrier, current: Minor, versions: readonly Minor[]): Finding | undefined {
  const judged = mounts.flatMap((mount) => judge(mount, current, versions));
  const worst = judged.find(({ level }) => level === 'fail') ?? judged[0];
  if (worst === undefined) return undefined;
  const { level, at, mount } = worst;
  const named = judged.filter((other) => other.level === level && other.mount.row.runtime === mount.row.runtime);
  return {
    level,
    ...(at === undefined ? {} : { at }),
    resource,
    message: messageOf(worst, named),
    evidence: judged.map(mountEvidence),
    fix: leaveFix(resource, judged),
  };
}

function judge(mount: Mount, current: Minor, versions: readonly Minor[]): Judged[] {
  const { changesAt, crossing, after } = mount.row;
  if (current >= changesAt) return after === null ? [] : [{ mount, level: after }];
  return versions.some((version) => version >= changesAt) ? [{ mount, level: crossing, at: changesAt }] : [];
}

function messageOf({ at, mount: { row } }: Judged, judged: readonly Judged[]): string {
  const paths = judged.map(({ mount }) => mount.path).join(' and ');
  const since = format(row.changesAt);
  if (row.runtime === 'containerd') {
    return `mounts ${paths}: on nodes of ${since} containerd runs the pods itself, in its namespace k8s.io`;
  }
  return at === undefined
    ? `mounts ${paths}: nodes of ${since} and later have no Docker, what needs the socket does not work`
    : `mounts ${paths}: nodes of ${since} have no Docker behind it`;
}

function mountEvidence({ mount: { volume, path, row, fact } }: Judged): Evidence {
  const required = row.runtime === 'docker' ? "no mount of Docker's socket" : 'a tool that reads the namespace k8s.io';
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
    ? advice`Take the volume ${volumes} out of ${kind} ${namespace}/${name}, or turn it to what containerd offers: an
      agent to a release that speaks CRI, an image build to a builder without a daemon (BuildKit, Kaniko), a shell
      script from \`docker\` to \`crictl\`.`
    : advice`See that ${kind} ${namespace}/${name} (volume ${volumes}) expects its containers in containerd's namespace
      \`k8s.io\`, and is a release that is made for Kubernetes on containerd.`;
  const see = sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`;
  const inPods = judged.some(({ mount }) => mount.fact === 'pods') && kind !== 'Pod';
  const note = inPods
    ? advice`\nThe mount was seen in its pods: look for it in what makes them (a template, a webhook).`
    : advice``;
  return advice`${action}\n${commands(see)}${note}`;
}
