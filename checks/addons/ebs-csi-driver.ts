import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Context, type Evidence, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { formatCount } from '../../src/syntax/english.ts';
import { chained, continued, sh } from '../../src/syntax/shell.ts';
import { format } from '../../src/syntax/versions.ts';
import { isFargateOnly } from './shared/fargate-only.ts';
import { changeByOwner } from '../../src/for-checks/component-update.ts';
import { toResource } from '../../src/for-checks/components.ts';
import { changeValue } from '../../src/for-checks/eks-addon.ts';
import { besideClusterManager } from '../../src/for-checks/managed-cluster.ts';

type Volume = Facts['persistentVolumes'][number];
type Controller = Facts['ebsCsiControllers'][number];
type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;
type Missing = Here & { row: Tables['volume-drivers'][number]; controllers: readonly Controller[] };

const ADDON = 'aws-ebs-csi-driver';
const shownVolumes = 5;

export default defineCheck({
  id: 'addons/ebs-csi-driver',
  title: 'EBS volumes without the EBS CSI driver',
  short: 'volumes in use, but no EBS CSI driver',
  task: 'Install the EBS CSI driver',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `From Kubernetes 1.23 on, the EBS CSI driver serves the volumes of the in-tree plugin
    (\`kubernetes.io/aws-ebs\`). Without the driver, these volumes cannot be attached: when an update replaces a
    node, its pods that use them do not start again. Volumes of the driver itself need it at any version.

    The check judges PersistentVolumes that are bound to a claim. The driver counts as installed if its controller
    runs (a Deployment recognized by image or label, as the EKS add-on, the chart and the manifests install it) and
    its CSIDriver object exists. EKS Auto Mode has its own driver, \`ebs.csi.eks.amazonaws.com\`, which serves
    neither kind. Unbound claims are not judged. Clusters on Fargate only are skipped: it mounts no EBS volumes.`,
  fix: advice`Install the EBS CSI driver, with its IAM role, before the version named in the finding.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/ebs-csi.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://kubernetes.io/blog/2021/12/10/storage-in-tree-to-csi-migration-status-update/',
  ],
  needs: ['persistentVolumes', 'csiDrivers', 'ebsCsiControllers'],
  counts: ['persistentVolumes'],
  tables: ['volume-drivers', 'managed-changes'],
  applies: {
    needs: [],
    uses: ['nodes', 'nodegroups', 'autoScalingGroups', 'apiGroups'],
    when: (compute) => (isFargateOnly(compute) ? 'only Fargate nodes, which mount no EBS volume' : true),
  },

  *run({ persistentVolumes, csiDrivers, ebsCsiControllers }, { cluster, versions, tables }) {
    const bound = persistentVolumes.filter(({ phase }) => phase === 'Bound');
    for (const row of tables['volume-drivers']) {
      const at = versions.find((version) => version >= row.from);
      const runs = ebsCsiControllers.some(({ replicas }) => replicas !== 0);
      if (runs && csiDrivers.includes(row.driver)) continue;
      const inTree = at === undefined ? [] : bound.filter(({ inTreeEbs }) => inTreeEbs);
      const own = bound.filter(({ driver }) => driver === row.driver);
      const missing = { row, controllers: ebsCsiControllers, cluster, tables };
      if (runs && inTree.length + own.length > 0) yield notRegistered(missing, [...inTree, ...own]);
      if (!runs && own.length > 0) yield { rule: 'csi', ...notRunning(missing, own) };
      if (runs || at === undefined || inTree.length === 0) continue;
      yield { rule: 'in-tree', at, ...notRunning(missing, inTree) };
    }
  },
});

function notRunning({ row, controllers, cluster, tables }: Missing, volumes: readonly Volume[]): Finding {
  const [idle] = controllers;
  const plugin = volumes.some(({ inTreeEbs }) => inTreeEbs) ? row.plugin : row.driver;
  const state = idle === undefined ? 'no EBS CSI driver runs in this cluster' : 'the EBS CSI driver is scaled to 0';
  return {
    level: 'fail',
    resource: idle === undefined ? { kind: 'CSIDriver', name: row.driver } : toResource(idle),
    ...(idle === undefined ? {} : { short: 'volumes in use, but scaled to 0' }),
    message: `${formatCount(volumes.length, 'EBS volume')} (${plugin}) in use and ${state}`,
    evidence: volumeEvidence(volumes, row),
    fix: idle === undefined ? besideClusterManager(install(cluster), cluster, 'add-on', tables) : scale(idle, cluster),
    links: [row.source],
  };
}

/** Only a warning: the controller attaches volumes even without the object, which every release of the driver adds. */
function notRegistered({ row, controllers }: Missing, volumes: readonly Volume[]): Finding {
  const [controller] = controllers;
  const where =
    controller === undefined ? advice`` : advice` of ${controller.kind} ${controller.namespace}/${controller.name}`;
  return {
    level: 'warn',
    rule: 'not-registered',
    short: 'CSIDriver object is missing',
    resource: { kind: 'CSIDriver', name: row.driver },
    message: `${formatCount(volumes.length, 'EBS volume')} in use, and the driver's CSIDriver object is missing`,
    evidence: [{ observed: 'no such object', required: row.driver, fact: 'csiDrivers' }],
    fix: advice`Install the driver${where} again from its add-on, chart or manifests: they create the object.`,
  };
}

function volumeEvidence(volumes: readonly Volume[], row: Missing['row']): Evidence[] {
  const shown = volumes.slice(0, shownVolumes).map(({ name, claim, inTreeEbs, storageClass }) => ({
    observed: [
      inTreeEbs ? row.plugin : row.driver,
      ...(claim === null ? [] : [`claim ${claim}`]),
      ...(storageClass === null ? [] : [`class ${storageClass}`]),
    ].join(', '),
    required: inTreeEbs ? `the driver ${row.driver} from ${format(row.from)} on` : `the driver ${row.driver}`,
    resource: `PersistentVolume ${name}`,
    fact: 'persistentVolumes' as const,
  }));
  const rest = volumes.length - shown.length;
  return rest === 0 ? shown : [...shown, { observed: `and ${rest} more`, fact: 'persistentVolumes' }];
}

function scale(copy: Controller, cluster: Facts['cluster']): Advice {
  const command = sh`kubectl -n ${copy.namespace} scale deployment ${copy.name} --replicas 2`;
  return advice`Scale up the controller. ${changeByOwner(copy, {
    goal: advice`two replicas of the controller (\`controller.replicaCount\` in its chart)`,
    chart: {
      name: ADDON,
      repository: { name: ADDON, url: 'https://kubernetes-sigs.github.io/aws-ebs-csi-driver' },
      version: 'installed',
      values: sh`--set controller.replicaCount=2`,
    },
    addon: (addon) => changeValue(cluster, addon, 'controller.replicaCount', command),
    byHand: commands(command),
  })}`;
}

function install({ name, region, partition, account, autoMode }: Facts['cluster']): Advice {
  const create = advice`Create an IAM role for the service account \`kube-system:ebs-csi-controller-sa\` with the
    managed policy \`AmazonEBSCSIDriverPolicyV2\` (guides before April 2026: \`AmazonEBSCSIDriverPolicy\`), and install
    the driver as an EKS add-on with it:\n${commands(
      chained(
        continued(
          sh`aws eks create-addon --region ${region} --cluster-name ${name} --addon-name ${ADDON}`,
          sh`--service-account-role-arn arn:${partition}:iam::${account}:role/EBS_CSI_ROLE`,
        ),
        sh`aws eks wait addon-active --region ${region} --cluster-name ${name} --addon-name ${ADDON}`,
        sh`kubectl get csidriver ebs.csi.aws.com`,
      ),
    )}`;
  if (!autoMode) return create;
  return advice`EKS Auto Mode nodes only serve \`ebs.csi.eks.amazonaws.com\`: migrate these volumes to that driver
    (create new PersistentVolumes from the same EBS volumes), or keep their pods on nodes outside Auto Mode and install
    the driver for those. ${create}`;
}
