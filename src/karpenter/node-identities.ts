import type { KarpenterPath } from './path.ts';
import type { KarpenterController } from '../facts/karpenter.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../facts/karpenter-objects.ts';
import { servedFrom } from './generations.ts';
import { selectPools } from './own-objects.ts';
import { configMapName } from './settings.ts';

/** How nodes of a node class (or of a Provisioner with its own `spec.provider`) get their role. */
export interface NodeIdentity {
  kind: KarpenterNodeClass['kind'] | 'Provisioner';
  name: string;
  /** `launch template`: a custom launch template sets the role; `unread`: the default in the settings was not read. */
  written:
    | { what: 'role' | 'instance profile'; text: string; place: string }
    | 'nothing'
    | 'launch template'
    | 'unread';
  /** The names of the pools whose nodes get this role. */
  users: readonly string[];
  /** The first version of the path that reads objects of the kind; null: the running version, which is unknown. */
  served: string | null;
}

const key = configMapName('aws.defaultInstanceProfile');

/** The identities in objects that a version of the path reads. */
export function nodeIdentities(
  nodeClasses: readonly KarpenterNodeClass[],
  pools: readonly KarpenterPool[],
  controller: KarpenterController | undefined,
  { versions }: Pick<KarpenterPath, 'versions'>,
): NodeIdentity[] {
  const usual = usualProfile(controller);
  const ofClasses = nodeClasses.flatMap((nodeClass): NodeIdentity[] => {
    const served = servedFrom(versions, nodeClass.kind);
    if (served === undefined) return [];
    const users = selectPools(nodeClass, pools).map(({ name }) => name);
    return [{ kind: nodeClass.kind, name: nodeClass.name, written: writtenIn(nodeClass, usual), users, served }];
  });
  const ofPools = pools.flatMap(({ kind, name, provider, fields }): NodeIdentity[] => {
    const served = servedFrom(versions, kind);
    if (provider === null || kind !== 'Provisioner' || served === undefined) return [];
    const own = provider.instanceProfile;
    const written = fields.includes('spec.provider.launchTemplate')
      ? ('launch template' as const)
      : own === null
        ? usual
        : ({ what: 'instance profile', text: own, place: 'spec.provider.instanceProfile' } as const);
    return [{ kind, name, written, users: [name], served }];
  });
  return [...ofClasses, ...ofPools];
}

/** The default instance profile in the settings, for AWSNodeTemplates and Provisioners that do not set their own. */
export function usualProfile(controller: KarpenterController | undefined): NodeIdentity['written'] {
  const text = controller?.settings[key];
  if (text !== undefined && text !== '') {
    return {
      what: 'instance profile',
      text,
      place: 'aws.defaultInstanceProfile of ConfigMap karpenter-global-settings',
    };
  }
  return controller?.settingsUnread.includes(key) === true ? 'unread' : 'nothing';
}

/**
 * The role or instance profile of a node class. An AWSNodeTemplate without one uses its launch template, or else the
 * default in the settings.
 */
export function writtenIn(
  { kind, role, instanceProfile, fields }: KarpenterNodeClass,
  usual: NodeIdentity['written'],
): NodeIdentity['written'] {
  if (role !== null) return { what: 'role', text: role, place: 'spec.role' };
  if (instanceProfile !== null)
    return { what: 'instance profile', text: instanceProfile, place: 'spec.instanceProfile' };
  if (kind === 'EC2NodeClass') return 'nothing';
  return fields.includes('spec.launchTemplate') ? 'launch template' : usual;
}
