import type { ReportedFinding } from '../judge/result.ts';
import { formatList } from '../syntax/english.ts';
import type { NumberedEntry } from './entries.ts';
import type { Report } from './schema.ts';

/** Kinds that require rights in the AWS account; what EKS itself manages belongs to the platform team. */
const accountKinds: ReadonlySet<string> = new Set(['AutoScalingGroup', 'Role', 'SecurityGroup', 'Subnet', 'VPC']);

/** Areas whose findings concern the platform team, in any namespace. */
const platformAreas: ReadonlySet<string> = new Set(['addons', 'clients', 'control-plane', 'karpenter']);
const platformNamespace = /^(?:kube|karpenter|amazon|aws|cert-manager|argocd|flux|istio|ingress|gatekeeper)(?:-|$)/;

/**
 * Names who must act on an entry of a report: the AWS account, the platform team, several teams together, or one team. A
 * namespace without a team in the report belongs to the platform team if its name begins like `kube-system` or
 * `karpenter`; otherwise, it is an owner by itself.
 */
export function nameOwners(report: Pick<Report, 'teams'>): (entry: Pick<NumberedEntry, 'findings'>) => string {
  const teams = new Map(report.teams?.map(({ namespace, team }) => [namespace, team]));
  return ({ findings }) => formatOwner(toOwnerKey(findings, teams), teams);
}

/** Team names by namespace. */
type Teams = ReadonlyMap<string, string>;

function toOwnerKey(findings: NumberedEntry['findings'], teams: Teams): string {
  const keys = [...new Set(findings.map((finding) => toFindingOwnerKey(finding, teams)))];
  const [first = 'platform'] = keys;
  if (keys.length === 1) return first;
  return keys.every((key) => /^(?:namespace|team) /.test(key)) ? 'shared' : resolveSharedOwnerKey(keys);
}

/** Who acts on an entry of several owners: the platform team if it is one of them, otherwise the account. */
function resolveSharedOwnerKey(keys: readonly string[]): string {
  return keys.includes('platform') || !keys.includes('account') ? 'platform' : 'account';
}

function toFindingOwnerKey({ check, resource, unseen }: ReportedFinding, teams: Teams): string {
  if (unseen?.kind === 'fact' && /^[a-z0-9-]+:[A-Z]/.test(unseen.permission ?? '')) return 'account';
  const [area = ''] = check.split('/');
  if (area === 'account' || resource.arn !== undefined || accountKinds.has(resource.kind)) return 'account';
  const { namespace } = resource;
  if (namespace === undefined || platformAreas.has(area)) return 'platform';
  const team = teams.get(namespace);
  if (team !== undefined) return `team ${team}`;
  return platformNamespace.test(namespace) ? 'platform' : `namespace ${namespace}`;
}

function formatOwner(key: string, teams: Teams): string {
  if (key === 'account') return 'AWS account';
  if (key === 'platform') return 'Platform team';
  if (key === 'shared') return teams.size === 0 ? 'Several namespaces' : 'Several teams';
  return key.replace(/^[nt]/, (letter) => letter.toUpperCase());
}

/** The namespaces of an entry as text, sorted. */
export function namespacesText({ findings }: NumberedEntry): string {
  return formatList(listNamespaces(findings));
}

export function listNamespaces(findings: readonly ReportedFinding[]): string[] {
  return [...new Set(findings.flatMap(({ resource }) => resource.namespace ?? []))].toSorted();
}
