import { advice, joinAdvice, managedBy, ofTable, type Advice } from '../syntax/advice.ts';
import { sh, tableCommand, type Command } from '../syntax/shell.ts';
import type { Tables } from '../tables/tables.ts';
import { formatManager, managerTool, type Owner } from './owners.ts';

type Rows = Tables['managed-changes'];
type Row = Rows[number];

/** A change that a fix or a task makes, as the table names it. */
export type ManagedChange = Row['change'];

/** Values for the names in braces of the table's commands. What is missing becomes a placeholder: `CLUSTER`. */
export interface ChangeValues {
  cluster?: string;
  /** For commands that name the cluster; without it, they use the Region of the user's configuration. */
  region?: string;
  nodegroup?: string;
  /** The Kubernetes version to update to: `1.35`. */
  version?: string;
}

/** The rows about an owner: Terraform has several, because no tag shows which module or resource defines an object. */
function listManagers(owner: Owner): Row['manager'][] {
  switch (owner.kind) {
    case 'terraform':
      return ['terraform-module', 'terraform-blueprints', 'terraform-provider'];
    case 'gitops':
      return listAppliers(owner);
    case 'controller':
    case 'contradicting':
    case 'not seen':
      return [];
    default:
      return [owner.kind];
  }
}

function listAppliers({ tool, applier }: Extract<Owner, { kind: 'gitops' }>): Row['manager'][] {
  if (tool === 'Argo CD') return ['argo-cd'];
  if (applier?.kind === 'HelmRelease') return ['flux-helm-release'];
  return applier?.kind === 'Kustomization' ? ['flux-kustomization'] : [];
}

type Position = 'first' | 'within';

/**
 * Where to make a change permanently: one sentence, with the command that applies it. Undefined if the table has no row
 * for the change and the owner: then only the manager can be named.
 * @param at whether it begins a sentence
 */
export function whereToChange(
  change: ManagedChange,
  owner: Owner,
  rows: Rows,
  values: ChangeValues = {},
  at: Position = 'first',
): Advice | undefined {
  if (owner.kind === 'contradicting') {
    const parts = owner.owners.flatMap((one) => {
      const instruction = instruct(change, one, rows, values, 'within');
      return instruction === undefined ? [] : [advice`If ${formatManager(one)} manages it, ${instruction}`];
    });
    return parts.length === 0 ? undefined : joinAdvice(parts, ' ');
  }
  return instruct(change, owner, rows, values, at);
}

function instruct(
  change: ManagedChange,
  owner: Owner,
  rows: Rows,
  values: ChangeValues,
  at: Position,
): Advice | undefined {
  const managers = listManagers(owner);
  const found = rows.filter((row) => row.change === change && managers.includes(row.manager));
  if (found.length === 0) return undefined;
  const places = found.flatMap(({ where }) => (where === undefined ? [] : [ofTable(where)]));
  const [command] = found.flatMap((row) => (row.command === undefined ? [] : [toCommand(row.command, owner, values)]));
  const [changeIt, run] = at === 'first' ? ['Change', 'Run'] : ['change', 'run'];
  const notes = found.flatMap(({ note }) => (note === undefined ? [] : [ofTable(note)]));
  const sentence =
    places.length === 0 && command !== undefined
      ? advice`${run} ${command}.`
      : advice`${changeIt} ${joinAdvice(places, ', or ')}${applying(owner, command)}.`;
  return joinAdvice([sentence, ...notes], ' ');
}

/** How the owner applies a changed definition: ends the sentence. */
function applying(owner: Owner, command: Command | undefined): Advice {
  if (command !== undefined) return advice`, and run ${command}`;
  switch (owner.kind) {
    case 'terraform':
      return advice`, and run ${applyCommand(owner.tool)}`;
    case 'cloudformation':
      return advice` in the template of the stack ${owner.stack}${logicalIdText(owner.logicalId)} or the code that generates it, and update the stack`;
    case 'cdk':
      return advice`, and run ${sh`cdk deploy`}`;
    case 'pulumi':
      return advice`, and run ${sh`pulumi up`}`;
    case 'crossplane':
    case 'ack':
    case 'cluster-api':
      return advice` where its manifest is kept, and apply the manifest`;
    case 'helm':
      return advice`${releaseText(owner.release)}, and update the release with \`helm upgrade\`, with its other values unchanged`;
    default:
      return advice``;
  }
}

/** @param release empty: not named */
function releaseText(release: string): Advice {
  return release === '' ? advice`` : advice` (release ${release})`;
}

function applyCommand(tool: Extract<Owner, { kind: 'terraform' }>['tool']): Command {
  if (tool === 'OpenTofu') return sh`tofu apply`;
  return tool === 'Terragrunt' ? sh`terragrunt apply` : sh`terraform apply`;
}

function logicalIdText(id: string | undefined): Advice {
  return id === undefined ? advice`` : advice` (logical ID ${id})`;
}

function toCommand(text: string, owner: Owner, values: ChangeValues): Command {
  return tableCommand(inRegion(text, values), { ...listOwnValues(owner), ...values });
}

/** eksctl reads the Region of a cluster in a configuration file from the file. */
function inRegion(text: string, { region }: ChangeValues): string {
  return region === undefined ? text : text.replace('--cluster {cluster}', '--region {region} --cluster {cluster}');
}

/** What the owner's marks say about itself. */
function listOwnValues(owner: Owner): Readonly<Record<string, string | undefined>> {
  if (owner.kind === 'eksctl') return { cluster: owner.cluster, nodegroup: owner.nodegroup };
  if (owner.kind !== 'gitops' || owner.applier === undefined) return {};
  const { name, namespace } = owner.applier;
  return { application: name, applier: name, namespace: namespace ?? undefined };
}

/** A change of an object that something may manage. */
export interface ManagedObjectChange {
  /** The object, as the subject of a sentence: `the node group`. */
  subject: string;
  change: ManagedChange;
  rows: Rows;
  values?: ChangeValues;
}

/** What manages an object, and where to change it there, if the table has a row. */
export function describeChange(owner: Owner, { subject, change, rows, values }: ManagedObjectChange): Advice {
  const manager = describeManager(owner, subject);
  const where = whereToChange(change, owner, rows, values);
  return where === undefined ? manager : advice`${manager} ${where}`;
}

/**
 * What manages an object, and what that does to a change made elsewhere: a sentence.
 * @param subject the object: `the node group blue`
 */
export function describeManager(owner: Owner, subject: string): Advice {
  return managedBy(managerSentence(owner, subject), managerTool(owner));
}

function managerSentence(owner: Owner, subject: string): Advice {
  const manager = formatManager(owner);
  switch (owner.kind) {
    case 'terraform':
      return advice`${mentionedSentence(owner, owner.tool, subject)}: the next apply may revert a change made elsewhere.`;
    case 'pulumi':
      return advice`${mentionedSentence(owner, 'Pulumi', subject)}: the next update may revert a change made elsewhere.`;
    case 'eksctl':
    case 'cloudformation':
    case 'cdk':
      return advice`${manager} manages ${subject}: the next update of the stack may revert a change made elsewhere.`;
    case 'contradicting':
      return advice`The tags of ${subject} name two managers, ${manager}: find out which one still manages it.`;
    case 'not seen':
      return advice`Manager not seen: if a template, a module or a repository defines ${subject}, change it there first.`;
    case 'crossplane':
    case 'ack':
    case 'controller':
      return advice`${manager} manages ${subject}, and reverts a change made elsewhere.`;
    default:
      return advice`${manager} manages ${subject}, and may revert a change made elsewhere.`;
  }
}

function mentionedSentence({ assumed, tag }: { assumed: boolean; tag: string }, tool: string, subject: string): Advice {
  return assumed
    ? advice`The tag \`${tag}\` suggests that ${tool} manages ${subject}`
    : advice`According to its tags, ${tool} manages ${subject}`;
}
