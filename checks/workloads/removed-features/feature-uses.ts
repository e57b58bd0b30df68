import type { Evidence, Finding, Resource } from '../../../src/check.ts';
import type { FactName } from '../../../src/facts/facts.ts';
import { advice, commands, ofTable, type Advice } from '../../../src/syntax/advice.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type Row = Tables['removed-features'][number];
export type RowOf<Kind extends Row['rowKind']> = Extract<Row, { rowKind: Kind }>;

/** A removed feature that an object uses, and the fact that shows it. */
export interface UsedFeature {
  resource: Resource;
  row: Row;
  /** `volume code: gitRepo` */
  what: string;
  fact: FactName;
  /** The evidence, if it is more than `what`. */
  evidence?: readonly Evidence[];
}

/** What each rule means. */
export const featureTexts = {
  'anonymous-binding': 'grants access to anonymous users',
  'claim-status-writers': 'DRA driver lacks new permissions',
  'external-ips': 'uses the deprecated externalIPs',
  'image-without-reference': 'image volume without a reference',
  'init-container-resize': 'resize policy of an init container',
  'max-unavailable': 'stops several pods at the same time',
  'place-labels': 'pod template sets zone or Region labels',
  registry: 'image from a frozen registry',
  'seccomp-annotation': 'seccomp profile only in an annotation',
  'sloppy-address': 'address with leading zeros or host bits',
  'stateful-set-rollout': 'update restarts pods of StatefulSets',
  'stream-readers': 'lacks create for pod subresources',
  'time-zone-in-schedule': 'schedule sets a time zone',
  'unset-storage-class': 'no StorageClass, and no default',
  volume: 'volume type is no longer supported',
  'volume:gitRepo': 'kubelet refuses gitRepo volumes',
  'volume:portworxVolume': 'Portworx CSI driver is not installed',
};

export function selectRows<Kind extends Row['rowKind']>(rows: readonly Row[], kind: Kind): RowOf<Kind>[] {
  return rows.filter((row): row is RowOf<Kind> => row.rowKind === kind);
}

/** One finding for each object and rule, if the row applies to a version of the path. */
export function* toFindings(features: readonly UsedFeature[], versions: readonly Minor[]): Iterable<Finding> {
  const formatKey = ({ resource: { kind, namespace = '', name }, row }: UsedFeature) =>
    [kind, namespace, name, formatRule(row)].join('\n');
  for (const group of grouped(features, formatKey).values()) {
    const when = resolveTiming(group[0].row, versions);
    if (when !== undefined) yield { ...when, ...toFinding(group) };
  }
}

/**
 * A failure if a step removes the feature. A warning if the current version already did (the update changes nothing),
 * or if no version of the path does. Undefined if the row does not apply to the path.
 */
function resolveTiming(
  { warnFrom, failFrom, atStep }: Row,
  versions: readonly Minor[],
): Pick<Finding, 'level' | 'at' | 'since'> | undefined {
  const [current] = versions;
  const warns = versions.find((version) => version >= warnFrom);
  const fails = failFrom === null ? undefined : versions.find((version) => version >= failFrom);
  if (warns === undefined || (atStep === true && warns === current)) return undefined;
  if (fails === undefined || fails === current) return { level: 'warn', at: warns };
  return { level: 'fail', at: fails, ...(warns < fails ? { since: warns } : {}) };
}

function formatRule(row: Row): string {
  if (row.rowKind === 'volume') return `volume:${row.type}`;
  return row.rowKind === 'registry' ? `registry:${row.host}` : row.rowKind;
}

function toFinding(group: readonly [UsedFeature, ...UsedFeature[]]): Omit<Finding, 'level'> {
  const [{ resource, row }] = group;
  const seen = new Map(
    group.map(({ what, fact, evidence }): [string, readonly Evidence[]] => [
      what,
      evidence ?? [{ observed: what, fact }],
    ]),
  );
  return {
    rule: formatRule(row),
    resource,
    message: `${[...seen.keys()].join(', ')}: ${row.effect}`,
    evidence: [...seen.values()].flat(),
    fix: buildFix(row, resource),
    links: [row.source],
    ...(row.blocks === undefined ? {} : { blocks: row.blocks }),
  };
}

function buildFix({ instead }: Row, resource: Resource): Advice {
  return advice`${ofTable(instead)}\n${commands(lookAt(resource))}`;
}

/** The command that shows the object; for the cluster as a whole, its StatefulSets. */
function lookAt({ kind, namespace, name }: Resource): Command {
  if (kind === 'Cluster') return sh`kubectl get statefulsets --all-namespaces`;
  if (namespace === undefined) return sh`kubectl get ${kind.toLowerCase()} ${name} -o yaml`;
  return sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o yaml`;
}
