import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { nodeClassFacts, poolFacts } from '../../../src/karpenter/own-objects.ts';
import { launchFacts, listLaunches } from '../shared/launches.ts';
import { listEditors, type Editor } from './editors.ts';
import { listMoves, type Move } from './moves.ts';
import { userDataFindings } from './user-data.ts';

export default defineCheck({
  id: 'nodes/containerd-config',
  title: 'Configuration that containerd 2 does not read',
  short: {
    editor: 'does not work with containerd 2',
    mount: "mounts containerd's configuration",
    'user-data': 'configures containerd 1',
    'version-not-readable': 'version cannot be read',
  },
  task: {
    '': "Prepare software that writes containerd's configuration",
    'user-data': 'Configure containerd 2 in user data',
  },
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `Containerd 2 uses version 3 of the configuration file, with other plugin names, and pulls images in another way. The
    EKS AMIs of Amazon Linux 2023 have it for 1.33 and later, and their newest releases for 1.30 and later. Software
    that writes the file on the node or relies on its mirrors then stops or has no effect: releases of the NVIDIA
    Container Toolkit before 1.17.4 exit, and nodes offer no GPUs.

    The check judges DaemonSets by their images, and by hostPath volumes of \`/etc/containerd\`: whether another
    program writes there cannot be determined. It applies only while nodes run containerd 1 and the update brings
    containerd 2: by an EKS AMI, or because EKS requires it. Bottlerocket, Windows and nodes that AWS maintains are
    not judged.

    User data that configures the CRI plugin of containerd 1 (\`io.containerd.grpc.v1.cri\` with registries or runtimes, in
    a NodeConfig or a script) has no effect on containerd 2: new nodes start, and pull images without the mirrors.`,
  fix: advice`Update the software to a release that supports containerd 2 before you update the nodes.`,
  links: [
    'https://github.com/awslabs/amazon-eks-ami/issues/2470',
    'https://github.com/containerd/containerd/blob/main/docs/containerd-2.0.md',
  ],
  needs: ['nodes', 'daemonSets'],
  uses: [...launchFacts, 'nodeImages', ...poolFacts, ...nodeClassFacts],
  tables: ['container-runtimes', 'managed-changes'],

  *run({ daemonSets, nodeImages, ...facts }, { tables, versions, current, cluster }) {
    const { nodes, nodegroups = [] } = facts;
    const rows = tables['container-runtimes'];
    const moves = listMoves({ nodes, nodegroups, nodeImages }, rows, versions);
    yield* userDataFindings(listLaunches(facts, current), moves, { cluster, current, tables });
    for (const editor of listEditors(daemonSets, rows)) {
      const own = moves.filter(({ hasGpus }) => hasGpus || editor.is === 'mount' || editor.row.only === undefined);
      if (own.length > 0) yield toFinding(editor, own, current);
    }
  },
});

function toFinding(editor: Editor, moves: readonly Move[], current: Context['current']): Finding<'warn' | 'unknown'> {
  const { kind, namespace, name } = editor.daemonSet;
  const at = Math.min(...moves.map((move) => move.at));
  const where = formatList([...new Set(moves.map(({ resource }) => `${resource.kind} ${resource.name}`))]);
  const base = { ...(at > current ? { at } : {}), resource: { kind, namespace, name } };
  const brings = `the update of the nodes brings containerd 2 (${where})`;
  if (editor.is === 'mount') {
    return {
      ...base,
      level: 'warn',
      rule: 'mount',
      message: `mounts ${editor.path}, and ${brings}: if it writes the configuration there, it must support version 3`,
      evidence: [{ observed: `hostPath ${editor.path}`, required: 'support for containerd 2', fact: 'daemonSets' }],
      fix: advice`Find out whether it writes there, and use a release that supports containerd 2.\n${commands(
        sh`kubectl -n ${namespace} get daemonset ${name} -o yaml`,
      )}`,
    };
  }
  return knownFinding(editor, base, brings, at);
}

function knownFinding(
  editor: Extract<Editor, { is: 'known' }>,
  base: Pick<Finding, 'at' | 'resource'>,
  brings: string,
  at: Minor,
): Finding<'warn' | 'unknown'> {
  const { row, image, version } = editor;
  const isUnread = version === undefined && row.fixedIn !== null;
  const certainty = row.confidence === undefined ? '' : ' (reported once)';
  const told = { evidence: [{ observed: image, required: requirement(row.fixedIn), fact: 'daemonSets' as const }] };
  const rest = { ...base, ...told, fix: editorFix(editor, at), links: [row.source] };
  if (isUnread) {
    const message = `cannot read the version of ${row.title} from image ${image}, and ${brings}`;
    return { ...rest, level: 'unknown', rule: 'version-not-readable', message };
  }
  const message = `${row.title}${version === undefined ? '' : ` ${version}`} ${row.what}${certainty}; ${brings}`;
  return { ...rest, level: 'warn', rule: 'editor', message };
}

function requirement(fixedIn: string | null): string {
  return fixedIn === null ? 'a configuration for containerd 2' : `${fixedIn} or later`;
}

function editorFix({ daemonSet, row }: Extract<Editor, { is: 'known' }>, at: Minor): Advice {
  if (row.fixedIn === null) return advice`Before you update the nodes to ${format(at)}: ${row.remedy}`;
  const { namespace, name } = daemonSet;
  const goal = advice`${row.fixedIn} or later`;
  const byHand = commands(sh`kubectl -n ${namespace} get daemonset ${name} -o yaml`);
  return advice`Before you update the nodes to ${format(at)}, update ${row.title} to ${goal}. ${row.remedy} ${changeByOwner(daemonSet, { goal, byHand })}`;
}
