import { continued, json, sh, type Command } from '../../../src/syntax/shell.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Cluster = Facts['cluster'];
type Rows = Tables['cluster-role'];
type Trust = Extract<Rows[number], { rowKind: 'trusts' }>;
/** An AWS managed policy that the cluster role needs for a type of cluster. */
export type Policy = Extract<Rows[number], { rowKind: 'holds' }>;

/** The rows that apply to this type of cluster, in the table's order. */
export function rowsFor(rows: Rows, { outpost, autoMode }: Cluster): (Trust | Policy)[] {
  return rows.flatMap((row) => {
    if (row.rowKind === 'own-policies-need' || row.rowKind === 'feature-needs') return [];
    const fits = { region: !outpost, 'auto-mode': !outpost && autoMode, local: outpost }[row.kind];
    return fits ? [row] : [];
  });
}

/** Commands that create the role with the path in `arn`, the trust policy and the policies of this type of cluster. */
export function createCommands(arn: string, cluster: Cluster, rows: Rows): Command[] {
  const name = parseArnName(arn);
  const policies = rowsFor(rows, cluster).filter((row) => row.rowKind === 'holds');
  return [
    continued(
      sh`aws iam create-role --role-name ${name} --path ${parseRolePath(arn)}`,
      sh`--assume-role-policy-document ${json(trustDocument(cluster, rows))}`,
    ),
    ...policies.map(({ policy }) => attachCommand(cluster, name, policy)),
  ];
}

/** A trust policy document for this type of cluster. */
export function trustDocument(cluster: Cluster, rows: Rows): object {
  const wanted = rowsFor(rows, cluster).filter((row) => row.rowKind === 'trusts');
  const Service = wanted[0]?.service ?? '';
  const Action = wanted.filter(({ service }) => service === Service).map(({ action }) => action);
  return {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service }, Action: Action.length === 1 ? Action[0] : Action }],
  };
}

export function attachCommand(cluster: Cluster, role: string, policy: string): Command {
  return sh`aws iam attach-role-policy --role-name ${role} --policy-arn ${policyArn(cluster, policy)}`;
}

export function policyArn({ partition }: Cluster, policy: string): string {
  return `arn:${partition}:iam::aws:policy/${policy}`;
}

/** The part after the last slash: `AmazonEKSClusterPolicy`. */
export function parseArnName(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

/** The path before the role's name, with its slashes: `/` unless the role has a path. */
export function parseRolePath(arn: string): string {
  const at = arn.indexOf(':role/');
  return at < 0 ? '/' : arn.slice(at + ':role'.length, arn.lastIndexOf('/') + 1);
}
