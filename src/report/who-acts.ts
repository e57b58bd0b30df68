import type { ReportedFinding } from '../judge/result.ts';
import { grouped } from '../syntax/grouped.ts';
import { formatList } from '../syntax/english.ts';
import type { NumberedEntry } from './entries.ts';
import type { Report } from './schema.ts';

/** The entries that the same people fix. */
export interface Actor {
  /** `account`, `platform`, `shared`, `team <name>` or `namespace <name>`: stable within a report. */
  key: string;
  /** The display name. */
  name: string;
  entries: readonly [NumberedEntry, ...NumberedEntry[]];
}

/** Kinds that require rights in the AWS account; what EKS itself manages belongs to the platform team. */
const accountKinds: ReadonlySet<string> = new Set(['AutoScalingGroup', 'Role', 'SecurityGroup', 'Subnet', 'VPC']);

/** Areas whose findings concern the platform team, in any namespace. */
const platformAreas: ReadonlySet<string> = new Set(['addons', 'clients', 'control-plane', 'karpenter']);
const platformNamespace = /^(?:kube|karpenter|amazon|aws|cert-manager|argocd|flux|istio|ingress|gatekeeper)(?:-|$)/;

/**
 * Groups entries by who must act, in this order: the AWS account, the platform team, several teams together, each team.
 * A namespace without a team in the report belongs to the platform team if its name begins like `kube-system` or
 * `karpenter`; otherwise, it is a group by itself.
 */
export function groupEntriesByActor(entries: readonly NumberedEntry[], report: Reported): Actor[] {
  const teams = new Map(report.teams?.map(({ namespace, team }) => [namespace, team]));
  const groups = grouped(entries, ({ findings }) => toActorKey(findings, teams));
  return [...groups]
    .map(([key, own]): Actor => ({ key, name: formatActorName(key, report), entries: own }))
    .toSorted((a, b) => toActorRank(a.key) - toActorRank(b.key) || (a.key < b.key ? -1 : 1));
}

type Reported = Pick<Report, 'teams'>;
/** Team names by namespace. */
type Teams = ReadonlyMap<string, string>;

function toActorKey(findings: NumberedEntry['findings'], teams: Teams): string {
  const keys = [...new Set(findings.map((finding) => toFindingActorKey(finding, teams)))];
  const [first = 'platform'] = keys;
  if (keys.length === 1) return first;
  return keys.every((key) => /^(?:namespace|team) /.test(key)) ? 'shared' : resolveSharedActorKey(keys);
}

/** Who acts on an entry of several actors: the platform team if it is one of them, otherwise the account. */
function resolveSharedActorKey(keys: readonly string[]): string {
  return keys.includes('platform') || !keys.includes('account') ? 'platform' : 'account';
}

function toFindingActorKey({ check, resource, unseen }: ReportedFinding, teams: Teams): string {
  if (unseen?.kind === 'fact' && /^[a-z0-9-]+:[A-Z]/.test(unseen.permission ?? '')) return 'account';
  const [area = ''] = check.split('/');
  if (area === 'account' || resource.arn !== undefined || accountKinds.has(resource.kind)) return 'account';
  const { namespace } = resource;
  if (namespace === undefined || platformAreas.has(area)) return 'platform';
  const team = teams.get(namespace);
  if (team !== undefined) return `team ${team}`;
  return platformNamespace.test(namespace) ? 'platform' : `namespace ${namespace}`;
}

function toActorRank(key: string): number {
  const at = ['account', 'platform', 'shared'].indexOf(key);
  return at < 0 ? 3 : at;
}

function formatActorName(key: string, report: Reported): string {
  if (key === 'account') return 'AWS account';
  if (key === 'platform') return 'Platform team';
  if (key === 'shared') return report.teams === undefined ? 'Several namespaces' : 'Several teams';
  return key.replace(/^[nt]/, (letter) => letter.toUpperCase());
}

/** The namespaces of an entry as text, sorted. */
export function namespacesText({ findings }: NumberedEntry): string {
  return formatList(listNamespaces(findings));
}

export function listNamespaces(findings: readonly ReportedFinding[]): string[] {
  return [...new Set(findings.flatMap(({ resource }) => resource.namespace ?? []))].toSorted();
}
