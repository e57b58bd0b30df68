import { advice, commands, ofTable } from '../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding } from '../../src/check.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { grouped } from '../../src/languages/grouped.ts';
import { sh } from '../../src/languages/shell.ts';
import type { Minor } from '../../src/languages/versions.ts';
import { repositoryOf } from '../../src/subjects/components.ts';
import { podMakers, type Owner, type PodMaker } from '../../src/subjects/pod-makers.ts';

type Row = Tables['removed-features'][number];

/** What a workload asks for of a row, and where it was seen. */
interface Asked {
  resource: Owner;
  row: Row;
  /** `volume code: gitRepo` */
  what: string;
  fact: PodMaker['fact'];
}

export default defineCheck({
  id: 'workloads/removed-features',
  title: 'Workloads that use features which Kubernetes has removed',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Not every removal is an API version: the API server still accepts some fields and annotations that no
    component supports any more. A pod with a volume whose driver was removed waits forever; a seccomp profile
    that is only set by an annotation is silently ignored.

    Judged are volumes of removed types (gitRepo, whose driver the kubelet of 1.36 rejects, and in-tree drivers
    without a CSI successor), seccomp annotations without the field, and images of the frozen registry k8s.gcr.io,
    in the templates of Deployments, DaemonSets, StatefulSets and CronJobs; volumes also in running pods. A
    feature that was already removed at the current version is a warning: the update does not change it.`,
  fix: advice`Use the replacement of the removed feature in the pod template.`,
  links: [
    'https://kubernetes.io/docs/concepts/storage/volumes/',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
  ],
  needs: [],
  uses: ['deployments', 'daemonSets', 'statefulSets', 'cronJobs', 'pods'],
  tables: ['removed-features'],

  *run({ deployments = [], daemonSets = [], statefulSets = [], cronJobs = [], pods = [] }, { versions, tables }) {
    const makers = podMakers({ deployments, daemonSets, statefulSets, cronJobs }, pods);
    const asked = makers.flatMap((maker) => tables['removed-features'].flatMap((row) => askedOf(maker, row)));
    const keyOf = ({ resource: { kind, namespace, name }, row }: Asked) =>
      [kind, namespace, name, ruleOf(row)].join('\n');
    for (const group of grouped(asked, keyOf).values()) {
      const when = whenOf(group[0].row, versions);
      if (when !== undefined) yield { ...when, ...findingOf(group) };
    }
  },
});

function askedOf({ resource, fact, template, removedVolumes }: PodMaker, row: Row): Asked[] {
  const asked = (what: string): Asked => ({ resource, row, what, fact });
  if (row.rowKind === 'volume') {
    const volumes = removedVolumes.filter(({ type }) => type === row.type);
    return volumes.map(({ volume, type }) => asked(`volume ${volume}: ${type}`));
  }
  if (row.rowKind === 'seccomp-annotation') {
    return template?.seccompByAnnotation === true ? [asked('a seccomp profile by annotation, without the field')] : [];
  }
  const images = (template?.containers ?? []).filter(({ image }) => repositoryOf(image).startsWith(`${row.host}/`));
  return images.map(({ name, image }) => asked(`container ${name}: ${image}`));
}

/** What was gone before today is a warning: nothing changes. */
function whenOf(
  { warnFrom, failFrom }: Row,
  versions: readonly Minor[],
): Pick<Finding, 'level' | 'at' | 'since'> | undefined {
  const [current] = versions;
  const warns = versions.find((version) => version >= warnFrom);
  const fails = failFrom === null ? undefined : versions.find((version) => version >= failFrom);
  if (warns === undefined) return undefined;
  if (fails === undefined || fails === current) return { level: 'warn', at: warns };
  return { level: 'fail', at: fails, ...(warns < fails ? { since: warns } : {}) };
}

function ruleOf(row: Row): string {
  if (row.rowKind === 'volume') return `volume:${row.type}`;
  return row.rowKind === 'registry' ? `registry:${row.host}` : row.rowKind;
}

function findingOf(group: readonly [Asked, ...Asked[]]): Omit<Finding, 'level'> {
  const [{ resource, row }] = group;
  const { kind, namespace, name } = resource;
  const seen = new Map(group.map(({ what, fact }): [string, Evidence] => [what, { observed: what, fact }]));
  return {
    rule: ruleOf(row),
    resource,
    message: `${[...seen.keys()].join(', ')}: ${row.effect}`,
    evidence: [...seen.values()],
    fix: advice`${ofTable(row.instead)}\n${commands(sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`)}`,
    links: [row.source],
  };
}
