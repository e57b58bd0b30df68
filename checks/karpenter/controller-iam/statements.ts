import type { Request } from '../../../src/for-checks/iam/request.ts';
import { anyText } from '../../../src/for-checks/iam/request.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { shown } from '../../../src/for-checks/iam/pattern.ts';

/** A policy statement in the JSON format of IAM. */
export interface WrittenStatement {
  Effect: 'Allow';
  Action: string[];
  Resource: string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

/**
 * Statements that allow these requests: their actions on their resources (for instance profiles, on any name),
 * restricted by the tags that Karpenter sets.
 */
export function statementsFor(requests: readonly Request[]): WrittenStatement[] {
  const single = requests.map((request) => ({
    Effect: 'Allow' as const,
    Action: [request.action],
    Resource: [widened(shown(request.resource))],
    ...buildCondition(request),
  }));
  const byPlace = merged(single, ({ Resource, Condition }) => JSON.stringify([Resource, Condition]));
  return merged(byPlace, ({ Action, Condition }) => JSON.stringify([Action, Condition]));
}

/** Allows any instance profile, as Karpenter's template does: 1.7 adds a path. Tag conditions restrict the profiles. */
function widened(resource: string): string {
  const marker = ':instance-profile/';
  const at = resource.indexOf(marker);
  return at < 0 ? resource : `${resource.slice(0, at)}${marker}*`;
}

/** Merges statements with the same key into one with the actions and resources of all. */
function merged(
  statements: readonly WrittenStatement[],
  likeness: (statement: WrittenStatement) => string,
): WrittenStatement[] {
  return [...grouped(statements, likeness).values()].map((alike) => ({
    ...alike[0],
    Action: [...new Set(alike.flatMap(({ Action }) => Action))].sort(),
    Resource: [...new Set(alike.flatMap(({ Resource }) => Resource))],
  }));
}

/**
 * Condition keys of tags that identify the owner of a resource, as in Karpenter's template. For eks:eks-cluster-name,
 * only the tag in the request is a condition, because instances launched before 1.0 lack the tag. User tags and names
 * are not used.
 */
const ownershipTag =
  /^aws:(?:Request|Resource)Tag\/(?:kubernetes\.io\/cluster\/.+|karpenter\.sh\/(?:nodepool|provisioner-name)|topology\.kubernetes\.io\/region)$/;
const clusterNameRequestTag = 'aws:RequestTag/eks:eks-cluster-name';
const nodeClassTag = /^aws:(?:Request|Resource)Tag\/karpenter\.k8s\.aws\/ec2nodeclass$/;
const plain = new Set(['ec2:CreateAction', 'iam:PassedToService']);

function isOwnershipKey(key: string, action: string): boolean {
  if (plain.has(key) || ownershipTag.test(key) || key === clusterNameRequestTag) return true;
  return action.startsWith('iam:') && nodeClassTag.test(key);
}

/** The tags that 1.0 adds to older instances, if they are missing; the template allows the same. */
const retagging = ['eks:eks-cluster-name', 'karpenter.sh/nodeclaim', 'Name'];

function buildCondition({ action, context, resource }: Request): Pick<WrittenStatement, 'Condition'> {
  const isLater = isAddedLater({ action, context });
  const cluster = isLater ? context[clusterNameRequestTag]?.[0] : undefined;
  const tagKeys = cluster !== undefined ? retagging : isLater ? context['aws:TagKeys'] : undefined;
  const entries = Object.entries(context)
    .filter(([key]) => isOwnershipKey(key, action) && !(tagKeys !== undefined && key.startsWith('aws:RequestTag/')))
    .map(([key, values]) => [key, values[0] ?? ''] as const);
  const region = resource === '*' && !action.startsWith('iam:') ? context['aws:RequestedRegion']?.[0] : undefined;
  const equals = Object.fromEntries([
    ...entries.filter(([, value]) => !value.includes(anyText)),
    ...(region === undefined ? [] : [['aws:RequestedRegion', region] as const]),
  ]);
  const like = Object.fromEntries(entries.filter(([, value]) => value.includes(anyText)).map(([key]) => [key, '*']));
  const condition = {
    ...(Object.keys(equals).length === 0 ? {} : { StringEquals: equals }),
    ...(Object.keys(like).length === 0 ? {} : { StringLike: like }),
    ...(cluster === undefined ? {} : { StringEqualsIfExists: { [clusterNameRequestTag]: cluster } }),
    ...(tagKeys === undefined ? {} : { 'ForAllValues:StringEquals': { 'aws:TagKeys': [...tagKeys] } }),
  };
  return Object.keys(condition).length === 0 ? {} : { Condition: condition };
}

/** True if tags are added to a running instance: the condition then restricts the tag keys. */
function isAddedLater({ action, context }: Pick<Request, 'action' | 'context'>): boolean {
  return action === 'ec2:CreateTags' && context['ec2:CreateAction'] === undefined;
}
