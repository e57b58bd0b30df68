import check from '../../../checks/workloads/local-storage.ts';
import type { DrainTraits } from '../../../src/facts/drain-traits.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { aNode, aPod, checkCases } from '../cases.ts';

type Pod = Facts['pods'][number];
type Volume = Facts['persistentVolumes'][number];

const onDisk = { zones: [], local: true };
const volume = (name: string, claim: string, more: Partial<Volume> = {}): Volume => ({
  name,
  driver: null,
  inTreeEbs: false,
  phase: 'Bound',
  claim: `shop/${claim}`,
  storageClass: 'local',
  reach: onDisk,
  ...more,
});
const node = (name: string, more: Partial<NodeFact> = {}) =>
  aNode(name, 'v1.33.5', { computeType: 'managed', group: 'data', ...more });
const db = { kind: 'StatefulSet', name: 'db' };

/** Pods with these traits; by default of the StatefulSet `db` on node `a`. */
function having(
  pods: Record<string, Omit<DrainTraits, 'namespace' | 'name'>>,
  more: (name: string) => Partial<Pod> = () => ({}),
): Pick<Facts, 'pods' | 'drainTraits'> {
  return {
    pods: Object.keys(pods).map((name) => aPod(name, { controller: db, ...more(name) })),
    drainTraits: Object.entries(pods).map(([name, traits]) => ({ namespace: 'shop', name, ...traits })),
  };
}

/** A volume of an inventory that does not say where it can be mounted. */
function older(volumeToday: Volume): Volume {
  const { reach: _, ...rest } = volumeToday;
  return rest;
}

const claim0 = { claims: ['data-db-0'] };
const pv0 = volume('pv-0', 'data-db-0');
const one = { nodes: [node('a')], ...having({ 'db-0': claim0 }), persistentVolumes: [pv0] };
const lost =
  'its volume pv-0 is on the disk of a node that the update replaces: the data is lost, and the new pod stays Pending until its claim is deleted';
const scratch = { nodes: [node('a')], ...having({ 'db-0': { emptyDirs: ['data'] } }), persistentVolumes: [] };
const empties = 'has no PersistentVolumeClaim: a drain deletes the data in its emptyDir';
const unread = (names: string) =>
  `unknown whether ${names} on the disk of a node: the inventory was taken by an older eks-preflight`;

checkCases(check, [
  {
    it: 'is silent without volumes',
    facts: { nodes: [node('a')], ...having({ 'db-0': {} }), persistentVolumes: [] },
    findings: [],
  },
  {
    it: 'fails a volume on the disk of a node that the update replaces',
    facts: one,
    findings: [
      {
        level: 'fail',
        rule: 'local-volume',
        resource: { kind: 'StatefulSet', namespace: 'shop', name: 'db' },
        message: lost,
        evidence: [
          {
            observed: 'local volume pv-0',
            required: 'volumes that other nodes can mount',
            fact: 'persistentVolumes',
          },
          { observed: '1 pod on 1 node', resource: 'node group data', fact: 'pods' },
          { observed: 'db-0', resource: 'Node a', fact: 'pods' },
        ],
        groups: ['node group data'],
        fix: [
          'Back up the data, or wait until the software has replicated it, before each node is replaced. After a node is deleted, delete the claims of its volumes, then the pending pod, so that the controller creates both again; if an operator manages them, follow its documentation. Volumes on EBS or EFS do not need this. The claims and their volumes:',
          '```sh',
          'kubectl -n shop get pvc -o custom-columns=NAME:.metadata.name,VOLUME:.spec.volumeName,CLASS:.spec.storageClassName',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'reports one StatefulSet on nodes of several groups once',
    facts: {
      nodes: [node('a'), node('b', { computeType: 'karpenter', group: 'default' })],
      ...having({ 'db-0': claim0, 'db-1': { claims: ['data-db-1'] } }, (name) => ({
        node: name === 'db-0' ? 'a' : 'b',
      })),
      persistentVolumes: [pv0, volume('pv-1', 'data-db-1')],
    },
    findingsLike: [
      {
        level: 'fail',
        message:
          'its volumes pv-0 and pv-1 are on the disk of a node that the update replaces: the data is lost, and the new pod stays Pending until their claims are deleted',
        groups: ['NodePool default', 'node group data'],
      },
    ],
  },
  ...(['self-managed', 'karpenter', 'auto'] as const).map((computeType) => ({
    it: `fails it on nodes of the type ${computeType}`,
    facts: { ...one, nodes: [node('a', { computeType })] },
    findingsLike: [{ level: 'fail' as const, message: lost }],
  })),
  {
    it: 'warns if a custom resource controls the pod: its operator may delete the claim',
    facts: { ...one, ...having({ 'db-0': claim0 }, () => ({ controller: { kind: 'Cluster', name: 'db' } })) },
    findingsLike: [{ level: 'warn', resource: { kind: 'Cluster', namespace: 'shop', name: 'db' }, message: lost }],
  },
  {
    it: 'warns of a pod without a controller',
    facts: { ...one, ...having({ 'db-0': claim0 }, () => ({ controller: null })) },
    findingsLike: [{ level: 'warn', resource: { kind: 'Pod', namespace: 'shop', name: 'db-0' } }],
  },
  {
    it: 'is silent about hybrid nodes, which keep their disks, and about Fargate',
    facts: {
      ...one,
      nodes: [node('a', { computeType: 'hybrid', group: null }), node('f', { computeType: 'fargate', group: null })],
      ...having({ 'db-0': claim0, 'db-1': claim0 }, (name) => ({ node: name === 'db-0' ? 'a' : 'f' })),
    },
    findings: [],
  },
  {
    it: 'is silent about nodes that the update does not replace, and about pods that end',
    facts: {
      ...one,
      nodes: [node('a'), node('b', { kubeletVersion: 'v1.34.2' })],
      ...having({ 'db-0': claim0, 'db-1': claim0 }, (name) =>
        name === 'db-0' ? { node: 'b' } : { terminating: true },
      ),
    },
    findings: [],
  },
  {
    it: 'is silent about volumes that other nodes can mount, and about those of other claims',
    facts: {
      ...one,
      persistentVolumes: [
        volume('pv-0', 'data-db-0', { reach: { zones: ['eu-west-1a'], local: false } }),
        volume('pv-1', 'other'),
        volume('pv-2', 'data-db-0', { claim: 'edge/data-db-0' }),
        volume('pv-3', 'data-db-0', { phase: 'Released' }),
      ],
    },
    findings: [],
  },
  {
    it: 'warns of emptyDir volumes on disk, also on hybrid nodes',
    facts: { ...scratch, nodes: [node('a', { computeType: 'hybrid', group: null })] },
    findings: [
      {
        level: 'warn',
        rule: 'empty-dir',
        resource: { kind: 'StatefulSet', namespace: 'shop', name: 'db' },
        message: `${empties} volume data`,
        evidence: [
          { observed: 'emptyDir volume data', required: 'a PersistentVolumeClaim for data', fact: 'drainTraits' },
          { observed: '1 pod on 1 node', resource: 'hybrid nodes', fact: 'pods' },
          { observed: 'db-0', resource: 'Node a', fact: 'pods' },
        ],
        groups: ['hybrid nodes'],
        fix: 'If the volume contains more than a cache, back up its data or wait until the software has replicated it, before each node is replaced; for the future, use a claim template (`volumeClaimTemplates`).',
      },
    ],
  },
  {
    it: 'names each emptyDir once',
    facts: {
      ...scratch,
      ...having({ 'db-0': { emptyDirs: ['data', 'log'] }, 'db-1': { emptyDirs: ['data', 'log'] } }),
    },
    findingsLike: [{ message: `${empties} volumes data and log` }],
  },
  {
    it: 'is silent about an emptyDir next to a claim: usually a cache',
    facts: { ...scratch, ...having({ 'db-0': { ...claim0, emptyDirs: ['tmp'] } }) },
    findings: [],
  },
  {
    it: 'does not know where volumes of an older inventory can be mounted',
    facts: { ...one, persistentVolumes: [older(pv0)] },
    findings: [
      {
        level: 'unknown',
        rule: 'reach-not-read',
        resource: { kind: 'Cluster', name: 'prod' },
        message: unread('pv-0 is'),
        fix: 'Take a new inventory.',
      },
    ],
  },
  {
    it: 'says so only of volumes that pods on old nodes claim',
    facts: {
      ...one,
      persistentVolumes: [older(volume('pv-9', 'other'))],
    },
    findings: [],
  },
]);
