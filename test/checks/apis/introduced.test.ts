import { describe, expect, it } from 'vitest';
import check from '../../../checks/apis/introduced/check.ts';
import { judge } from '../../../src/judge/engine.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { IntroducedObject } from '../../../src/facts/introduced-objects.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { format } from '../../../src/syntax/versions.ts';
import { aCluster, checkCases, type Case, type ExpectedFinding } from '../cases.ts';
import { writes } from './written-objects.ts';

type Introduced = Facts['introducedObjects'];

const rows = loadTable('api-introductions').rows;

/** The fact of an API server of this version that served every kind in the table, with these objects. */
function seenAt(current: string, objects: readonly IntroducedObject[], more: Partial<Introduced> = {}): Introduced {
  const own = rows.filter(({ version }) => format(version) === current);
  const kinds = [...new Map(own.map(({ resource, api, kind }) => [resource, { resource, api, kind }])).values()];
  return {
    version: current,
    kinds: kinds.map(({ resource, api, kind }) => ({
      resource,
      api,
      count: objects.filter((object) => object.kind === kind).length,
      omitted: 0,
    })),
    objects: [...objects],
    ...more,
  };
}

function anObject(kind: string, path: string, texts: readonly string[], more: Partial<IntroducedObject> = {}) {
  const [first = '', second] = path.split('/');
  const place = second === undefined ? { namespace: null, name: first } : { namespace: first, name: second };
  return { kind, ...place, applied: [], writers: writes(...texts), ...more };
}

const helm = { owner: { release: 'gpu-driver', releaseNamespace: 'gpu', managedBy: 'Helm' } };
const argo = {
  owner: {
    release: null,
    releaseNamespace: null,
    managedBy: 'Argo CD',
    applier: { kind: 'Application' as const, namespace: null, name: 'policies' },
  },
};
const argoUnnamed = { owner: { release: null, releaseNamespace: null, managedBy: 'Argo CD' } };

/** A rollback by one minor version. */
function row(
  sentence: string,
  current: string,
  objects: readonly IntroducedObject[],
  expected: Pick<Case, 'findings' | 'findingsLike'>,
  more: Partial<Introduced> = {},
): Case {
  const target = format(Number(current.slice(2)) - 1);
  return { it: sentence, current, target, facts: { introducedObjects: seenAt(current, objects, more) }, ...expected };
}

const silent = { findings: [] };
const mutating = 'admissionregistration.k8s.io/v1';
const policy = anObject('MutatingAdmissionPolicy', 'add-team', [`kubectl ${mutating} 2026-11-18 Apply`]);
const manyClaims = (namespace: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    anObject('ResourceClaim', `${namespace}/job-${at}`, ['kubectl-create resource.k8s.io/v1beta2 2026-11-18']),
  );
const lifecycle = (group: string, version: string) =>
  `https://github.com/kubernetes/api/blob/master/${group}/${version}/zz_generated.prerelease-lifecycle.go`;

const policyFinding: ExpectedFinding = {
  level: 'fail',
  at: 35,
  rule: 'stored:mutatingadmissionpolicies',
  resource: { kind: 'Cluster', name: 'prod' },
  message: 'MutatingAdmissionPolicy add-team stays in etcd, and the API server of 1.35 does not serve it',
  evidence: [
    {
      observed: `field manager kubectl (Apply): ${mutating}, 2026-11-18T09:00:00Z`,
      required: 'an API version that 1.35 serves',
      resource: 'MutatingAdmissionPolicy add-team',
    },
  ],
  fix: `Before the rollback, export it and delete it. To create it again from the file after the next update, first remove \`uid\` and \`resourceVersion\` from the file.\n\`\`\`sh\nkubectl get mutatingadmissionpolicies.v1.admissionregistration.k8s.io add-team -o yaml > mutatingadmissionpolicies.yaml && kubectl delete mutatingadmissionpolicies.v1.admissionregistration.k8s.io add-team\n\`\`\``,
  links: [lifecycle('admissionregistration', 'v1')],
};

/** Each kind of the table that the version before serves in no API version. */
const storedKinds = [
  ...new Map(rows.flatMap((one) => (one.before === null ? [[`${one.version} ${one.kind}`, one]] : []))).values(),
];
/** Each kind of the table that the version before serves in another API version. */
const writtenKinds = rows.filter(({ before }) => before !== null);

checkCases(check, [
  row('passes where 1.35 introduced no API version', '1.35', [], silent),
  row('passes where the kinds that 1.36 introduced have no objects', '1.36', [], silent),
  row('passes where the API server does not serve what EKS enables', '1.31', [], silent, {
    kinds: [{ resource: 'volumeattributesclasses', api: null, count: 0, omitted: 0 }],
  }),

  // Kinds that the earlier version serves in no API version.
  row('fails for an object of a kind that 1.35 does not serve', '1.36', [policy], { findings: [policyFinding] }),
  ...storedKinds.map(({ version, api, kind, resource, namespaced }) =>
    row(
      `fails for each kind that ${format(version - 1)} serves in no API version: ${kind}`,
      format(version),
      [anObject(kind, namespaced ? 'shop/one' : 'one', [`kubectl-create ${api} 2026-11-18`])],
      { findingsLike: [{ level: 'fail', at: version - 1, rule: `stored:${resource}` }] },
    ),
  ),
  row(
    'reports 5,000 ResourceClaims once for each namespace',
    '1.33',
    [...manyClaims('shop', 700), ...manyClaims('train', 300)],
    {
      findingsLike: [
        {
          level: 'fail',
          resource: { kind: 'Namespace', name: 'shop' },
          message:
            '700 ResourceClaims (shop/job-0, shop/job-1, shop/job-2 and 697 more) stay in etcd, and the API server of 1.32 does not serve them',
          fix: expect.stringContaining('Do the same for the 680 more ResourceClaims.'),
        },
        { level: 'fail', resource: { kind: 'Namespace', name: 'train' } },
        {
          level: 'fail',
          rule: 'omitted:resourceclaims',
          resource: { kind: 'Cluster', name: 'prod' },
          message: '4000 more ResourceClaims stay in etcd, and the API server of 1.32 does not serve them',
        },
      ],
    },
    {
      kinds: seenAt('1.33', []).kinds.map((one) =>
        one.resource === 'resourceclaims' ? { ...one, count: 5000, omitted: 4000 } : one,
      ),
    },
  ),
  row(
    'names the Helm release, the program and the controller that create the objects again',
    '1.33',
    [
      anObject('DeviceClass', 'gpu.example.com', ['helm resource.k8s.io/v1beta2 2026-11-18'], helm),
      anObject('ResourceSlice', 'node-a', ['gpu-kubelet-plugin resource.k8s.io/v1beta2 2026-11-18'], {
        controller: { kind: 'Node', name: 'node-a' },
      }),
      anObject('ResourceClaim', 'train/job', ['kube-controller-manager resource.k8s.io/v1beta2 2026-11-18'], {
        controller: { kind: 'Pod', name: 'job' },
      }),
    ],
    {
      findingsLike: [
        {
          resource: { kind: 'HelmRelease', namespace: 'gpu', name: 'gpu-driver' },
          fix: 'Before the rollback, turn it off in the values of the Helm release gpu-driver, and update the release with `helm upgrade`. Then check that it no longer exists:\n```sh\nkubectl get deviceclasses.v1beta1.resource.k8s.io gpu.example.com\n```',
        },
        {
          resource: { kind: 'Namespace', name: 'train' },
          fix: expect.stringMatching(
            /^Some belong to objects of the kind Pod: change the workloads behind these first, or they are created again\./,
          ),
        },
        {
          resource: { kind: 'Cluster', name: 'prod' },
          fix: expect.stringMatching(
            /^Stop gpu-kubelet-plugin first: programs that write such objects may create them again\./,
          ),
        },
      ],
    },
  ),
  row(
    'names the Application, if the marks of Argo CD do; others are separate findings',
    '1.36',
    [
      anObject('MutatingAdmissionPolicy', 'add-team', [`argocd-controller ${mutating} 2026-11-18 Apply`], argo),
      anObject('MutatingAdmissionPolicy', 'add-zone', [`argocd-controller ${mutating} 2026-11-18 Apply`], argoUnnamed),
      anObject('MutatingAdmissionPolicy', 'own', []),
    ],
    {
      findingsLike: [
        {
          resource: { kind: 'Application', name: 'policies' },
          rule: 'stored:mutatingadmissionpolicies',
          fix: 'Before the rollback, remove it from the repository that Argo CD (Application policies) applies, and sync it: if you only delete it, the next sync creates it again. Then check that it no longer exists:\n```sh\nkubectl get mutatingadmissionpolicies.v1.admissionregistration.k8s.io add-team\n```',
        },
        { resource: { kind: 'Cluster', name: 'prod' }, rule: 'stored:mutatingadmissionpolicies:argo-cd' },
        {
          resource: { kind: 'Cluster', name: 'prod' },
          rule: 'stored:mutatingadmissionpolicies',
          evidence: [
            {
              observed: mutating,
              required: 'an API version that 1.35 serves',
              resource: 'MutatingAdmissionPolicy own',
            },
          ],
        },
      ],
    },
  ),

  // Kinds that the earlier version serves in another API version.
  ...writtenKinds.map(({ version, api, kind, resource, namespaced, before }) =>
    row(
      `warns for each kind that ${format(version - 1)} serves in another API version: ${kind}`,
      format(version),
      [anObject(kind, namespaced ? 'shop/one' : 'one', [`kubectl-create ${api} 2026-11-18`])],
      {
        findingsLike: [
          {
            level: 'warn',
            rule: `written:${resource}`,
            fix: expect.stringContaining(`set \`apiVersion: ${before ?? ''}\``),
          },
        ],
      },
    ),
  ),
  row(
    'warns of a manifest with an API version that 1.33 lacks',
    '1.34',
    [anObject('ResourceClaimTemplate', 'train/gpu', ['kubectl-client-side-apply resource.k8s.io/v1 2026-11-18'])],
    {
      findings: [
        {
          level: 'warn',
          at: 33,
          rule: 'written:resourceclaimtemplates',
          resource: { kind: 'Namespace', name: 'train' },
          message:
            'kubectl-client-side-apply writes ResourceClaimTemplate train/gpu with resource.k8s.io/v1, which 1.33 does not serve: its next write fails',
          evidence: [
            {
              observed: 'field manager kubectl-client-side-apply (Update): resource.k8s.io/v1, 2026-11-18T09:00:00Z',
              required: 'resource.k8s.io/v1beta1',
              resource: 'ResourceClaimTemplate train/gpu',
            },
          ],
          fix: 'Before the rollback, set `apiVersion: resource.k8s.io/v1beta1` with the fields of that version in the manifest, and apply it again: `kubectl apply` of the present one fails with 1.33. The API server shows the objects in that version:\n```sh\nkubectl get resourceclaimtemplates.v1beta1.resource.k8s.io gpu --namespace train -o yaml\n```\nThe objects themselves need no change: 1.33 serves them as `resource.k8s.io/v1beta1`.',
          links: [lifecycle('resource', 'v1')],
          blocks: 'deployments',
        },
      ],
    },
  ),
  row(
    'warns of a program, which stops workloads',
    '1.34',
    [anObject('ResourceSlice', 'node-a', ['gpu-kubelet-plugin resource.k8s.io/v1 2026-11-18'])],
    {
      findingsLike: [
        {
          level: 'warn',
          blocks: 'workloads',
          fix: 'Before the rollback, change gpu-kubelet-plugin to a version that calls `resource.k8s.io/v1beta1`.\nThe objects themselves need no change: 1.33 serves them as `resource.k8s.io/v1beta1`.',
        },
      ],
    },
  ),
  row(
    'warns of an annotation, if no entry shows who applied the object',
    '1.34',
    [anObject('VolumeAttributesClass', 'fast', [], { applied: [{ by: 'kubectl', api: 'storage.k8s.io/v1' }] })],
    {
      findingsLike: [
        {
          message:
            'kubectl writes VolumeAttributesClass fast with storage.k8s.io/v1, which 1.33 does not serve: its next write fails',
          evidence: [
            {
              observed: 'annotation of kubectl: storage.k8s.io/v1',
              required: 'storage.k8s.io/v1beta1',
              resource: 'VolumeAttributesClass fast',
            },
          ],
        },
      ],
    },
  ),
  row(
    'warns of a chart and names its release',
    '1.34',
    [anObject('DeviceClass', 'gpu.example.com', ['helm resource.k8s.io/v1 2026-11-18'], helm)],
    {
      findingsLike: [
        {
          resource: { kind: 'HelmRelease', namespace: 'gpu', name: 'gpu-driver' },
          fix: expect.stringContaining('as part of the release gpu-driver in namespace gpu'),
        },
      ],
    },
  ),
  row(
    'is silent about the control plane, a later manifest with the old version, and the template of another object',
    '1.34',
    [
      anObject('ResourceClaim', 'train/a', ['kube-controller-manager resource.k8s.io/v1 2026-11-18']),
      anObject('ResourceClaim', 'train/b', [
        'kubectl resource.k8s.io/v1beta1 2026-11-19 Apply',
        'helm resource.k8s.io/v1 2026-11-18',
      ]),
      anObject('ResourceClaim', 'train/c', ['helm resource.k8s.io/v1 2026-11-18'], {
        controller: { kind: 'Pod', name: 'job' },
      }),
    ],
    silent,
  ),
  row(
    'warns of objects that it does not name, if there are too many',
    '1.34',
    [],
    {
      findingsLike: [
        {
          level: 'warn',
          blocks: 'deployments',
          message:
            'clients wrote 1 more ResourceSlice with resource.k8s.io/v1, which the API server of 1.33 does not serve',
        },
      ],
    },
    {
      kinds: seenAt('1.34', []).kinds.map((one) =>
        one.resource === 'resourceslices' ? { ...one, count: 1001, omitted: 1 } : one,
      ),
    },
  ),

  // What was not seen.
  row('is unknown for a version before the first of the table', '1.30', [], {
    findingsLike: [
      {
        level: 'unknown',
        at: 29,
        rule: 'unlisted',
        message: 'it is unknown which API versions 1.30 introduced: the table api-introductions begins with 1.31',
      },
    ],
  }),
  row(
    'is unknown where the API server has another version than EKS reports',
    '1.36',
    [],
    { findingsLike: [{ level: 'unknown', rule: 'other-version', resource: { kind: 'Cluster', name: 'prod' } }] },
    { version: '1.35', kinds: [] },
  ),
  row(
    'is unknown for a kind that the inventory does not have',
    '1.36',
    [policy],
    {
      findingsLike: [
        { level: 'fail', rule: 'stored:mutatingadmissionpolicies' },
        { level: 'unknown', rule: 'unread:mutatingadmissionpolicybindings' },
      ],
    },
    { kinds: [{ resource: 'mutatingadmissionpolicies', api: mutating, count: 1, omitted: 0 }] },
  ),
  row(
    'leaves a kind that could not be listed to its gap',
    '1.36',
    [policy],
    { findingsLike: [{ level: 'fail' }] },
    {
      kinds: [
        { resource: 'mutatingadmissionpolicies', api: mutating, count: 1, omitted: 0 },
        { resource: 'mutatingadmissionpolicybindings', api: null, count: null, omitted: 0 },
      ],
    },
  ),
]);

describe('the result', () => {
  const judged = (current: number, target: number, value: Introduced) =>
    judge(check, {
      readings: { introducedObjects: { ok: true, value } },
      context: {
        cluster: aCluster,
        current,
        target,
        versions: [current, target],
        karpenter: { current: null, target: null, versions: [] },
        now: '2026-11-20T12:00:00Z',
      },
      source: 'live',
    });

  it.each([
    ['1.35 introduces no API version', 35, seenAt('1.35', [])],
    ['0 objects of the 5 kinds with an API version that 1.34 introduced', 34, seenAt('1.34', [])],
    ['1 object of the 2 kinds with an API version that 1.36 introduced', 36, seenAt('1.36', [policy])],
    [
      '0 objects of the 1 kind with an API version that 1.31 introduced, of which the API server serves 0',
      31,
      seenAt('1.31', [], { kinds: [{ resource: 'volumeattributesclasses', api: null, count: 0, omitted: 0 }] }),
    ],
  ])('says how much it is based on: %s', (reason, current, value) => {
    expect(judged(current, current - 1, value)).toMatchObject({ reason });
  });

  it('is unknown for a rollback from a version after the end of the table', () => {
    const { knownThrough = 0 } = loadTable('api-introductions');
    const { status, findings } = judged(knownThrough + 1, knownThrough, {
      version: `1.${knownThrough + 1}`,
      kinds: [],
      objects: [],
    });
    expect([status, findings.map(({ rule }) => rule)]).toEqual(['unknown', ['table:api-introductions']]);
  });

  it('is none for an update', () => {
    expect(judged(36, 37, seenAt('1.36', [policy]))).toMatchObject({ status: 'skip', reason: 'only for a rollback' });
  });
});
