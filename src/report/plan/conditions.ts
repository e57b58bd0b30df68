import { continued, sh, type Command } from '../../syntax/shell.ts';
import { commands } from '../../syntax/advice.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { formatList } from '../../syntax/english.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import type { Condition, Known } from './draft.ts';
import { scanCommand } from './own-commands.ts';

type Cluster = Pick<Facts['cluster'], 'name' | 'region'>;

/** The commands as texts that a shell takes. */
export function shellTexts(...lines: readonly Command[]): string[] {
  return [...commands(...lines).commands];
}

/** From more checks on, the command scans with all of them. */
const mostNamed = 8;

/** A scan of the same path judges the checks of these findings and no longer reports the findings. */
export function findingsGone(
  { cluster, path: { current, target } }: Pick<Known, 'cluster' | 'path'>,
  findings: readonly ReportedFinding[],
): Condition {
  const path = target < current ? sh`--rollback` : sh`--target ${format(target)}`;
  const checks = [...new Set(findings.map(({ check }) => check))].toSorted();
  return {
    kind: 'finding',
    text: `a scan judges ${formatList(checks)} and reports none of this`,
    commands: shellTexts(
      scanCommand(cluster, path, ...(checks.length > mostNamed ? [] : [sh`--only ${checks.join(',')}`])),
    ),
    checks,
  };
}

/** All nodes of the cluster, as the object of a condition. */
export const allNodes = 'nodes/all';

/** An object of EKS that is updated. */
type Updated = { kind: 'control-plane' } | { kind: 'nodegroup' | 'addon'; name: string };

/** The newest update of an object of EKS is `Successful`: a failed update of a node group leaves it `ACTIVE`. */
export function updateSuccessful({ name, region }: Cluster, updated: Updated): Condition {
  const of = updated.kind === 'control-plane' ? [] : [updateOption(updated)];
  return {
    kind: 'update',
    text: 'the update is Successful',
    commands: shellTexts(
      continued(
        sh`aws eks describe-update --region ${region} --name ${name}`,
        ...of,
        sh`--update-id UPDATE_ID --query 'update.[status,errors]'`,
      ),
    ),
    object: updated.kind === 'control-plane' ? updated.kind : `${updated.kind}/${updated.name}`,
  };
}

function updateOption({ kind, name }: { kind: 'nodegroup' | 'addon'; name: string }): Command {
  return kind === 'addon' ? sh`--addon-name ${name}` : sh`--nodegroup-name ${name}`;
}

/** The control plane is at a version. */
export function controlPlaneAt({ name, region }: Cluster, to: Minor): Condition {
  return {
    kind: 'version',
    text: `the cluster is ACTIVE at ${format(to)}`,
    commands: shellTexts(
      sh`aws eks describe-cluster --region ${region} --name ${name} --query 'cluster.[status,version]'`,
    ),
    object: 'control-plane',
    version: format(to),
  };
}

/** An object, or all nodes of a group, no longer exist. */
export function gone(object: string, text: string, ...lines: readonly Command[]): Condition {
  return { kind: 'gone', text, commands: shellTexts(...lines), object };
}

/** Something that a person looks at. */
export function seen(text: string, ...lines: readonly Command[]): Condition {
  return { kind: 'seen', text, commands: shellTexts(...lines) };
}
