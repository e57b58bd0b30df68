import type { Context, Finding } from '../../../src/check.ts';
import { advice } from '../../../src/syntax/advice.ts';
import type { Launch, LaunchedGroup } from '../shared/launch.ts';
import { changeUserData, formatGroups, unreadFinding } from '../shared/user-data-fixes.ts';
import type { Move } from './moves.ts';

type Here = Pick<Context<'container-runtimes' | 'managed-changes'>, 'cluster' | 'current' | 'tables'>;

const links = [
  'https://github.com/awslabs/amazon-eks-ami/pull/2252',
  'https://github.com/containerd/containerd/blob/main/docs/cri/config.md',
];

/** Findings for user data that configures containerd 1, where new nodes of its groups run containerd 2. */
export function* userDataFindings(
  launches: readonly Launch[],
  moves: readonly Move[],
  here: Here,
): Generator<Finding<'warn' | 'unknown'>> {
  for (const launch of launches) {
    const moved = launch.groups.flatMap((group) => {
      const move = moves.find((one) => isOfGroup(one, group));
      return move === undefined ? [] : [{ group, at: move.at }];
    });
    if (moved.length === 0) continue;
    const first = Math.min(...moved.map(({ at }) => at));
    const at = first > here.current ? { at: first } : {};
    const isRead = launch.boot === null || launch.boot.containerdV1 !== undefined;
    if (launch.unread !== undefined || !isRead) {
      const unread = launch.unread ?? 'this inventory does not show whether it configures containerd';
      yield { rule: 'user-data-not-read', ...at, ...unreadFinding({ ...launch, unread }, here.cluster) };
    } else if (launch.boot?.containerdV1 === true) {
      const groups = moved.map(({ group }) => group);
      yield { ...at, ...toFinding(launch, groups, here) };
    }
  }
}

function isOfGroup({ resource, nodes }: Move, group: LaunchedGroup): boolean {
  if (group.nodes.some(({ name }) => nodes.includes(name))) return true;
  return nodes.length === 0 && resource.kind === group.resource.kind && resource.name === group.resource.name;
}

function toFinding(launch: Launch, groups: LaunchedGroup[], here: Here): Finding<'warn'> {
  return {
    level: 'warn',
    rule: 'user-data',
    resource: launch.resource,
    message: `configures the CRI plugin of containerd 1, whose settings containerd 2 reads under other names: new nodes of ${formatGroups(groups)} run without them, such as registry mirrors`,
    evidence: [
      {
        observed: 'io.containerd.grpc.v1.cri in the user data',
        required: 'a configuration for containerd 2',
        fact: launch.fact,
      },
    ],
    fix: changeUserData(
      { ...launch, groups },
      advice`Write the settings for containerd 2: a registry mirror belongs into
        \`/etc/containerd/certs.d/HOST/hosts.toml\`, settings of images below \`io.containerd.cri.v1.images\`, and those of
        runtimes below \`io.containerd.cri.v1.runtime\`.`,
      here,
    ),
    links,
  };
}
