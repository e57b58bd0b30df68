import { clusterNamed } from '../../report/cluster-named.ts';
import type { Report } from '../../report/schema.ts';
import { pieces, sh, type Command } from '../../syntax/shell.ts';
import type { Settings } from '../options/settings.ts';

/** The commands that a plan names: how to show it again, and its report. */

interface Commands {
  again: Command;
  report: Command | undefined;
}

/** For the plan of a live cluster or of an inventory, with the options that it was made with. */
export function madeCommands(report: Pick<Report, 'cluster' | 'target'>, settings: Settings): Commands {
  const { inventory } = settings;
  if (inventory !== undefined)
    return {
      again: pieces(sh`eks-preflight plan ${inventory}`, ...targets(settings)),
      report: pieces(sh`eks-preflight scan --inventory ${inventory}`, ...targets(settings)),
    };
  const { name, region } = clusterNamed(report);
  const where = [sh`${name} --region ${region}`, ...connectionCommands(settings), ...targets(settings)];
  return {
    again: pieces(sh`eks-preflight plan`, ...where),
    report: pieces(sh`eks-preflight scan`, ...where),
  };
}

/** For the plan of a report or a plan that was read from a file. */
export function fileCommands(file: string, kind: 'report' | 'plan'): Commands {
  return {
    again: sh`eks-preflight plan ${file}`,
    report: kind === 'plan' ? undefined : sh`eks-preflight render ${file}`,
  };
}

/** For the plan of the demo. */
export function demoCommands(given: Settings): Commands {
  return {
    again: pieces(sh`eks-preflight demo plan`, ...targets(given)),
    report: pieces(sh`eks-preflight demo`, ...targets(given)),
  };
}

/** The options with which a live cluster was reached. */
export function connectionCommands({
  profile,
  roleArn,
  kubeconfig,
  context,
  kubeServer,
  inCluster,
  config,
}: Settings): Command[] {
  return [
    ...(config === undefined ? [] : [sh`--config ${config}`]),
    ...(profile === undefined ? [] : [sh`--profile ${profile}`]),
    ...(roleArn === undefined ? [] : [sh`--role-arn ${roleArn}`]),
    ...(kubeconfig === undefined ? [] : [sh`--kubeconfig ${kubeconfig}`]),
    ...(context === undefined ? [] : [sh`--context ${context}`]),
    ...(kubeServer === undefined ? [] : [sh`--kube-server ${kubeServer}`]),
    ...(inCluster === true ? [sh`--in-cluster`] : []),
  ];
}

function targets({ target, karpenterTarget, rollback, scope }: Settings): Command[] {
  return [
    ...(target === undefined ? [] : [sh`--target ${target}`]),
    ...(karpenterTarget === undefined ? [] : [sh`--karpenter-target ${karpenterTarget}`]),
    ...(rollback === true ? [sh`--rollback`] : []),
    ...(scope === undefined || scope === 'all' ? [] : [sh`--scope ${scope}`]),
  ];
}
