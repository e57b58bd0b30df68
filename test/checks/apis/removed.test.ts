import { expect } from 'vitest';
import check from '../../../checks/apis/removed/check.ts';
import type { ApiObject } from '../../../src/facts/api-objects.ts';
import type { HelmManifest } from '../../../src/facts/helm.ts';
import { checkCases, type Case } from '../cases.ts';
import {
  aClient,
  anAuditedCall,
  anObject,
  attributes,
  audited,
  budgets,
  calledIn,
  flowSchemas,
  hpas,
  listed,
  noInventories,
  removedIn,
  requested,
  serves,
  writes,
} from './written-objects.ts';

const old = 'autoscaling/v2beta2';
const seen = [removedIn('1.26')];
const stored = 'The object itself needs no change: the API server serves it in every version.';
const moved =
  'If you have already done this, no action is needed: the field manager shows the newer version after the next change of a field.';
const shows = (resource: string, name: string) =>
  `The API server shows the object in that version:\n\`\`\`sh\nkubectl get ${resource} ${name} -o yaml\n\`\`\``;

/** A 1.25 cluster that is ready for 1.26 except for the row's HorizontalPodAutoscaler. */
function row(it: string, object: ApiObject | undefined, expected: Partial<Case>): Case {
  const apiObjects = listed(...(object === undefined ? [] : [object]));
  return {
    it,
    current: '1.25',
    facts: { servedApis: serves(hpas), apiObjects, insights: seen, ...noInventories },
    ...expected,
  };
}

/** A PodDisruptionBudget that Helm wrote with policy/v1beta1 for a release. */
function byHelm(name: string, release: string): ApiObject {
  return anObject(writes('helm policy/v1beta1 2026-05-04'), {
    kind: 'PodDisruptionBudget',
    name,
    owner: { release, releaseNamespace: 'shop', managedBy: 'Helm' },
  });
}

/** A release whose manifest has PodDisruptionBudgets of policy/v1beta1. */
function aRelease(name: string, status: HelmManifest['status'], budgetNames: readonly string[]): HelmManifest {
  const revision = { revision: 3, status };
  const one = { api: 'policy/v1beta1', kind: 'PodDisruptionBudget', namespace: 'shop', hook: null };
  const objects = budgetNames.map((of) => ({ ...one, name: of }));
  const chart = { chart: name, chartVersion: '1.0.0' };
  return { namespace: 'shop', name, storage: 'Secret', ...revision, newest: revision, ...chart, objects };
}

const silent = { findings: [] };

checkCases(check, [
  row('passes where objects and callers were seen, and nobody uses the version', undefined, silent),
  {
    it: 'passes without any source where no step removes what the API server serves',
    facts: { servedApis: serves(attributes), apiObjects: { kinds: [], objects: [] }, insights: null },
    findings: [],
  },
  {
    it: 'passes where the table has a removal of a version that this API server does not serve',
    current: '1.25',
    facts: { servedApis: [], apiObjects: { kinds: [], objects: [] }, insights: [] },
    findings: [],
  },
  {
    it: 'has nothing to say where no update is planned',
    current: '1.25',
    target: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(anObject(writes(`kubectl ${old} 2026-05-04`))),
      insights: null,
    },
    findings: [],
  },

  // The last writer of an object.
  row('warns of a manifest that kubectl applied', anObject(writes(`kubectl-client-side-apply ${old} 2026-05-04`)), {
    findings: [
      {
        level: 'warn',
        at: 26,
        resource: { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'cart' },
        message: `kubectl-client-side-apply applied it on 2026-05-04 with ${old}, which 1.26 no longer serves`,
        evidence: [
          {
            observed: `field manager kubectl-client-side-apply (Update): ${old}, 2026-05-04T09:00:00Z`,
            required: 'autoscaling/v2',
          },
        ],
        fix: `Before the update to 1.26, set \`apiVersion: autoscaling/v2\` with the fields of that version in the manifest, and apply it again. ${shows('horizontalpodautoscalers.v2.autoscaling', 'cart --namespace shop')}\n${stored}`,
        links: ['https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-26'],
        blocks: 'deployments',
        phase: 'before',
      },
    ],
  }),
  row(
    'warns of what kubectl created, whose entry no update of the version alone changes',
    anObject(writes(`kubectl-create ${old} 2026-05-04`)),
    {
      findingsLike: [{ fix: expect.stringContaining(moved) }],
    },
  ),
  row('warns of server-side apply at the old version', anObject(writes(`kubectl ${old} 2026-05-04 Apply`)), {
    findingsLike: [
      { level: 'warn', message: `kubectl applied it on 2026-05-04 with ${old}, which 1.26 no longer serves` },
    ],
  }),
  row(
    'is silent about a stale annotation and entry of kubectl after Argo CD took over',
    anObject(
      writes(`argocd-controller autoscaling/v2 2026-06-01 Apply`, `kubectl-client-side-apply ${old} 2024-05-04`),
      {
        applied: [{ by: 'kubectl', api: old }],
      },
    ),
    silent,
  ),
  row(
    'is silent about an older entry of the manager that has written anew',
    anObject(writes(`helm autoscaling/v2 2026-06-01`, `helm ${old} 2024-05-04`)),
    silent,
  ),
  row(
    'warns where an older tool came back with its old manifest',
    anObject(
      writes(`kubectl-client-side-apply ${old} 2026-06-01`, `argocd-controller autoscaling/v2 2024-05-04 Apply`),
    ),
    { findingsLike: [{ level: 'warn', blocks: 'deployments' }] },
  ),
  row(
    'takes a command by hand for no delivery: the old manifest is still there',
    anObject(writes(`kubectl-annotate autoscaling/v2 2026-06-01`, `kubectl-client-side-apply ${old} 2024-05-04`)),
    {
      findingsLike: [
        { message: `kubectl-client-side-apply applied it on 2024-05-04 with ${old}, which 1.26 no longer serves` },
      ],
    },
  ),
  row(
    'goes by the note of a client where no manager delivers',
    anObject(writes('velero-server autoscaling/v2 2026-06-01'), { applied: [{ by: 'kapp', api: old }] }),
    {
      findingsLike: [
        {
          message: `the manifest that kapp applied last uses ${old}, which 1.26 no longer serves`,
          evidence: [{ observed: `annotation of kapp: ${old}`, required: 'autoscaling/v2' }],
          blocks: 'deployments',
        },
      ],
    },
  ),
  row(
    'takes a note for stale beside a tool of which nobody has heard that applies on the server',
    anObject(writes('team-deployer autoscaling/v2 2026-06-01 Apply'), { applied: [{ by: 'kubectl', api: old }] }),
    silent,
  ),
  row(
    'names an operator that wrote after kubectl: a program that calls the API',
    anObject(writes(`scaler-operator ${old} 2026-06-01`, 'kubectl-client-side-apply autoscaling/v2 2026-05-04')),
    {
      findings: [
        {
          level: 'warn',
          at: 26,
          resource: { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'cart' },
          message: `scaler-operator wrote it on 2026-06-01 with ${old}, which 1.26 no longer serves`,
          evidence: [
            {
              observed: `field manager scaler-operator (Update): ${old}, 2026-06-01T09:00:00Z`,
              required: 'autoscaling/v2',
            },
          ],
          fix: `Before the update to 1.26, update scaler-operator to a version that calls \`autoscaling/v2\`.\n${moved}\n${stored}`,
          links: ['https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-26'],
          blocks: 'workloads',
          phase: 'before',
        },
      ],
    },
  ),
  row(
    'is silent about an operator whose write came before the last delivery',
    anObject(writes('kubectl autoscaling/v2 2026-06-01 Apply', `scaler-operator ${old} 2024-05-04`, `other ${old}`)),
    silent,
  ),
  row(
    'says both of a delivery and a program after it',
    anObject(writes(`scaler-operator ${old} 2026-06-01`, `helm ${old} 2026-05-04`)),
    {
      findingsLike: [
        {
          message: `helm applied it on 2026-05-04 with ${old}, which 1.26 no longer serves; scaler-operator wrote it on 2026-06-01 with ${old}, which 1.26 no longer serves`,
          blocks: 'workloads',
        },
      ],
    },
  ),
  row(
    'says so of a program in the same second: it reacted to the delivery',
    anObject(writes(`scaler-operator ${old} 2026-05-04`, 'helm autoscaling/v2 2026-05-04')),
    { findingsLike: [{ message: `scaler-operator wrote it on 2026-05-04 with ${old}, which 1.26 no longer serves` }] },
  ),
  row(
    'is silent about statuses, the control plane and EKS',
    anObject(
      writes(
        `scaler-operator ${old} 2026-06-01 status`,
        `kube-controller-manager ${old} 2026-06-01`,
        `eks ${old} 2026-06-01 Apply`,
      ),
    ),
    silent,
  ),

  // The owner of the object.
  row(
    'names the Helm release',
    anObject(writes(`helm ${old} 2026-05-04`), {
      owner: { release: 'shop', releaseNamespace: 'shop', managedBy: 'Helm' },
    }),
    {
      findingsLike: [
        {
          fix: `Before the update to 1.26, change the manifest. Helm installed it as part of the release shop in namespace shop (\`helm list --namespace shop --filter '^shop$'\` names its chart): set \`apiVersion: autoscaling/v2\` with the fields of that version in the chart or the values of that release, and update it with \`helm upgrade\`.\n${moved}\n${stored}`,
        },
      ],
    },
  ),
  row(
    'names the Application of Argo CD',
    anObject(writes(`argocd-controller ${old} 2026-05-04`), {
      owner: {
        release: null,
        releaseNamespace: null,
        managedBy: 'Argo CD',
        applier: { kind: 'Application', namespace: 'argocd', name: 'shop' },
      },
    }),
    {
      findingsLike: [
        {
          fix: `Before the update to 1.26, change the manifest. Argo CD (Application argocd/shop) manages it: set \`apiVersion: autoscaling/v2\` with the fields of that version in its repository, and sync it. It may revert manual changes.\n${moved}\n${stored}`,
        },
      ],
    },
  ),
  {
    it: 'is silent about a manifest that a controller copied from the object that it made it for',
    current: '1.24',
    facts: {
      servedApis: serves('discovery.k8s.io/v1beta1 endpointslices'),
      apiObjects: listed(
        anObject(writes('mesh-controller discovery.k8s.io/v1 2026-05-04', 'helm discovery.k8s.io/v1beta1 2026-05-03'), {
          kind: 'EndpointSlice',
          controller: { kind: 'Service', name: 'cart' },
          applied: [{ by: 'kubectl', api: 'discovery.k8s.io/v1beta1' }],
        }),
      ),
      insights: [removedIn('1.25')],
    },
    findings: [],
  },
  {
    it: 'is not silent about the controller itself, where it writes with that version',
    current: '1.24',
    facts: {
      servedApis: serves('discovery.k8s.io/v1beta1 endpointslices'),
      apiObjects: listed(
        anObject(writes('mesh-controller discovery.k8s.io/v1beta1 2026-05-04'), {
          kind: 'EndpointSlice',
          controller: { kind: 'Service', name: 'cart' },
        }),
      ),
      insights: [removedIn('1.25')],
    },
    findingsLike: [
      {
        level: 'warn',
        at: 25,
        blocks: 'workloads',
        message: 'mesh-controller wrote it on 2026-05-04 with discovery.k8s.io/v1beta1, which 1.25 no longer serves',
      },
    ],
  },
  {
    it: 'goes by the manifest of the release where that was read: Helm leaves its entry where only the version changes',
    current: '1.24',
    facts: {
      servedApis: serves(budgets),
      apiObjects: listed(
        { ...byHelm('by-flux', 'shop'), writers: writes('helm-controller policy/v1beta1 2026-05-04') },
        byHelm('cart', 'shop'),
        byHelm('old', 'legacy'),
        byHelm('other', 'not-read'),
        byHelm('web', 'shop'),
      ),
      helmManifests: [aRelease('shop', 'deployed', ['web']), aRelease('legacy', 'failed', [])],
      insights: [removedIn('1.25')],
    },
    findingsLike: [
      { level: 'warn', at: 25, resource: { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'old' } },
      { level: 'warn', at: 25, resource: { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'other' } },
      { level: 'warn', at: 25, resource: { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'web' } },
    ],
  },

  {
    it: 'fails for a client that the audit log names where EKS could not be asked',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      ...noInventories,
      auditedCalls: audited([anAuditedCall(hpas)]),
    },
    findingsLike: [{ level: 'fail', at: 26, rule: 'called' }],
  },

  ...(['list', 'update'] as const).map((verb): Case => ({
    it: `${verb === 'list' ? 'warns' : 'fails'} where only a scanner is in the audit log with ${verb} requests`,
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      ...noInventories,
      auditedCalls: audited([anAuditedCall(hpas, { userAgent: 'popeye/v0.22.1', verb })]),
    },
    findingsLike: [
      verb === 'update'
        ? { level: 'fail', rule: 'called' }
        : {
            level: 'warn',
            rule: 'called',
            message:
              '1.26 no longer serves it; only Popeye calls it, which only reports API versions: the insight clears on 2026-12-19',
          },
    ],
  })),

  // Two kinds, two steps, and versions that a later step removes.
  {
    it: 'says of each kind at which step its version goes',
    current: '1.24',
    target: '1.26',
    facts: {
      servedApis: serves(hpas, budgets),
      apiObjects: listed(
        anObject(writes(`helm ${old} 2026-05-04`)),
        anObject(writes('kubectl-create policy/v1beta1 2026-05-04'), { kind: 'PodDisruptionBudget' }),
      ),
      insights: [removedIn('1.25'), removedIn('1.26')],
    },
    findingsLike: [
      { at: 26, resource: { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'cart' } },
      {
        at: 25,
        resource: { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'cart' },
        message: 'kubectl-create applied it on 2026-05-04 with policy/v1beta1, which 1.25 no longer serves',
      },
    ],
  },
  {
    it: "tells EKS's own FlowSchemas from a look-alike of the user's, and moves to a version that stays this time",
    current: '1.25',
    facts: {
      servedApis: serves(...flowSchemas),
      apiObjects: listed(
        ...[
          ['eks-exempt', 'eks-internal'],
          ['probes', 'api-priority-and-fairness-config-producer-v1'],
          ['eks-own', 'kubectl-client-side-apply'],
        ].map(([name = '', manager = '']) =>
          anObject(writes(`${manager} flowcontrol.apiserver.k8s.io/v1beta1 2026-05-04`), {
            kind: 'FlowSchema',
            namespace: null,
            name,
          }),
        ),
      ),
      insights: seen,
    },
    findings: [
      {
        level: 'warn',
        at: 26,
        resource: { kind: 'FlowSchema', name: 'eks-own' },
        message:
          'kubectl-client-side-apply applied it on 2026-05-04 with flowcontrol.apiserver.k8s.io/v1beta1, which 1.26 no longer serves',
        evidence: [
          {
            observed:
              'field manager kubectl-client-side-apply (Update): flowcontrol.apiserver.k8s.io/v1beta1, 2026-05-04T09:00:00Z',
            required: 'flowcontrol.apiserver.k8s.io/v1beta2',
          },
        ],
        fix: `Before the update to 1.26, set \`apiVersion: flowcontrol.apiserver.k8s.io/v1beta2\` with the fields of that version in the manifest, and apply it again. ${shows('flowschemas.v1beta2.flowcontrol.apiserver.k8s.io', 'eks-own')}\n${stored}`,
        links: ['https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-26'],
        blocks: 'deployments',
        phase: 'before',
      },
    ],
  },
  {
    it: 'says when the version to move to comes, where that is on the way',
    current: '1.25',
    target: '1.29',
    facts: {
      servedApis: serves(...flowSchemas.slice(1)),
      apiObjects: listed(
        anObject(writes('Terraform flowcontrol.apiserver.k8s.io/v1beta2 2026-05-04 Apply'), {
          kind: 'FlowSchema',
          namespace: null,
        }),
      ),
      insights: [removedIn('1.29')],
    },
    findingsLike: [
      {
        at: 29,
        phase: 'before',
        fix: expect.stringContaining(
          'After the update to 1.26, the first version that serves it, and before the update to 1.29, set `apiVersion: flowcontrol.apiserver.k8s.io/v1beta3`',
        ) as string,
      },
    ],
  },
  {
    it: 'leaves for after the update what cannot be changed before',
    current: '1.25',
    facts: {
      servedApis: serves(...flowSchemas.slice(0, 1)),
      apiObjects: listed(
        anObject(writes('Terraform flowcontrol.apiserver.k8s.io/v1beta1 2026-05-04 Apply'), {
          kind: 'FlowSchema',
          namespace: null,
        }),
      ),
      insights: seen,
    },
    findingsLike: [
      {
        at: 26,
        phase: 'after',
        fix: expect.stringMatching(
          /^After the update to 1\.26, the first version that serves it, set `apiVersion: [^]*From then on, the API server shows/,
        ) as string,
      },
    ],
  },
  {
    it: 'knows the VolumeAttributesClass v1beta1 that EKS turns on until 1.37',
    current: '1.36',
    facts: {
      servedApis: serves(attributes),
      apiObjects: listed(
        anObject(writes('kubectl storage.k8s.io/v1beta1 2026-05-04 Apply'), {
          kind: 'VolumeAttributesClass',
          namespace: null,
          name: 'gold',
        }),
      ),
      insights: [removedIn('1.37')],
    },
    findingsLike: [
      { at: 37, message: 'kubectl applied it on 2026-05-04 with storage.k8s.io/v1beta1, which 1.37 no longer serves' },
    ],
  },
  {
    it: 'judges what the table knows of a target beyond its end',
    current: '1.37',
    facts: {
      servedApis: serves('resource.k8s.io/v1beta1 deviceclasses'),
      apiObjects: listed(
        anObject(writes('helm resource.k8s.io/v1beta1 2026-05-04'), {
          kind: 'DeviceClass',
          namespace: null,
          name: 'gpu',
        }),
      ),
      insights: [removedIn('1.38')],
      helmManifests: [],
    },
    findingsLike: [{ at: 38, level: 'warn' }],
  },

  // References.
  row(
    'warns of an owner reference with the version: the garbage collector looks the owner up with it',
    anObject([], { oldOwners: [{ api: old, kind: 'HorizontalPodAutoscaler', name: 'parent' }] }),
    {
      findings: [
        {
          level: 'warn',
          at: 26,
          rule: 'owner-reference',
          resource: { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'cart' },
          message: `owner reference to HorizontalPodAutoscaler parent uses ${old}, which 1.26 no longer serves: the garbage collector then cannot delete the object with its owner`,
          evidence: [
            { observed: `owner reference: ${old} HorizontalPodAutoscaler parent`, required: 'autoscaling/v2' },
          ],
          fix: 'Before the update to 1.26, update the program or the manifest that sets the owner reference, and then set `apiVersion: autoscaling/v2` in it.\n```sh\nkubectl edit horizontalpodautoscalers cart --namespace shop\n```',
          links: [
            'https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents',
            'https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-26',
          ],
          blocks: 'workloads',
          phase: 'before',
        },
      ],
    },
  ),
  row(
    'is silent about an owner reference with a version that goes later',
    anObject([], { oldOwners: [{ api: 'storage.k8s.io/v1beta1', kind: 'VolumeAttributesClass', name: 'gold' }] }),
    silent,
  ),

  // Callers.
  {
    it: 'cites the failure of upgrade-insights for a client, in one entry: one that was fixed 20 days ago, too',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [calledIn('1.26', hpas, [aClient('scaler/1.2', '2026-10-31T08:00:00.000Z')])],
    },
    findingsLike: [
      {
        level: 'warn',
        at: 26,
        rule: 'called',
        resource: { kind: 'API', name: '/apis/autoscaling/v2beta2/horizontalpodautoscalers' },
        message: '1.26 no longer serves it; 1 client calls it, last on 2026-10-31',
        remedy: 'move-callers:autoscaling/v2beta2',
        blocks: 'workloads',
      },
    ],
  },
  {
    it: 'fails for a client where upgrade-insights is not judged',
    current: '1.25',
    selected: ['apis/removed'],
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [calledIn('1.26', hpas, [aClient('scaler/1.2', null)])],
    },
    findingsLike: [{ level: 'fail', message: '1.26 no longer serves it; 1 client calls it' }],
  },
  {
    it: 'only warns of a client whose last call is longer ago than EKS remembers, whatever else is judged',
    current: '1.25',
    selected: ['apis/removed'],
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [calledIn('1.26', hpas, [aClient('scaler/1.2', '2026-10-01T08:00:00.000Z')])],
    },
    findingsLike: [
      {
        level: 'warn',
        short: 'no longer called, insight not cleared',
        message:
          '1.26 no longer serves it; not called for 30 days (last on 2026-10-01): EKS has not cleared the insight yet',
      },
    ],
  },
  {
    it: 'is silent about the calls of this program',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [calledIn('1.26', hpas, [aClient('eks-preflight/1.0', null)])],
    },
    findings: [],
  },
  {
    it: 'leaves versions that this API server does not serve, and those of another shape, to upgrade-insights',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [
        calledIn('1.26', 'example.com/v1 widgets', [aClient('scaler/1.2', null)]),
        calledIn('1.26', 'v1', [aClient('scaler/1.2', null)]),
      ],
    },
    findings: [],
  },

  // The audit log and the metrics.
  {
    it: 'fails for a caller of the audit log that EKS does not name, with all that the log tells',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: seen,
      auditedCalls: audited([
        anAuditedCall(hpas, { objectCount: 4 }),
        anAuditedCall(hpas, {
          verb: 'list',
          requests: 1,
          lastRequestTime: '2026-11-01T08:00:00.000Z',
          objects: [],
          objectCount: 0,
        }),
        anAuditedCall(hpas, { user: 'jane', userAgent: '', objects: [{ namespace: 'shop', name: null }] }),
      ]),
      requestedApis: [requested(hpas), requested(hpas, 'status')],
    },
    findings: [
      {
        level: 'fail',
        at: 26,
        rule: 'called',
        resource: { kind: 'API', name: '/apis/autoscaling/v2beta2/horizontalpodautoscalers' },
        message: '1.26 no longer serves it; 2 clients call it, last on 2026-11-19',
        evidence: [
          {
            observed:
              'audit log: scaler/1.2 as system:serviceaccount:shop:scaler: 12 update requests, last 2026-11-19T08:00:00.000Z, for shop/cart and 3 more',
            required: 'autoscaling/v2',
            fact: 'auditedCalls',
          },
          {
            observed:
              'audit log: scaler/1.2 as system:serviceaccount:shop:scaler: 1 list request, last 2026-11-01T08:00:00.000Z',
            required: 'autoscaling/v2',
            fact: 'auditedCalls',
          },
          {
            observed:
              'audit log: a client without a user agent as jane: 12 update requests, last 2026-11-19T08:00:00.000Z, for shop/*',
            required: 'autoscaling/v2',
            fact: 'auditedCalls',
          },
          {
            observed: 'apiserver_requested_deprecated_apis: 1 since the API server started',
            required: 'no requests',
            fact: 'requestedApis',
          },
          {
            observed: 'apiserver_requested_deprecated_apis of status: 1 since the API server started',
            required: 'no requests',
            fact: 'requestedApis',
          },
        ],
        fix: 'Update each client to a version that calls `/apis/autoscaling/v2/horizontalpodautoscalers`, and the manifests that it applies.',
        blocks: 'workloads',
      },
    ],
  },
  {
    it: 'cites the failure of upgrade-insights with what the audit log tells of the same version, in one finding',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [calledIn('1.26', hpas, [aClient('scaler/1.2', '2026-10-31T08:00:00.000Z')])],
      auditedCalls: audited([
        anAuditedCall(hpas, {
          userAgent: 'scaler/1.2 (linux/amd64) kubernetes/abc',
          lastRequestTime: '2026-10-31T08:00:00.000Z',
        }),
      ]),
      requestedApis: [requested(hpas)],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'called',
        message: '1.26 no longer serves it; 1 client calls it, last on 2026-10-31',
        evidence: [
          { observed: 'scaler/1.2: 12 requests in 30 days, last 2026-10-31T08:00:00.000Z', required: 'no calls' },
          expect.objectContaining({ fact: 'auditedCalls' }) as never,
          expect.objectContaining({ fact: 'requestedApis' }) as never,
        ],
        remedy: 'move-callers:autoscaling/v2beta2',
      },
    ],
  },
  {
    it: 'fails for another caller of the audit log beside those that EKS names: their acceptance is none of it',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [calledIn('1.26', hpas, [aClient('helm/3.9', '2026-10-31T08:00:00.000Z')])],
      auditedCalls: audited([anAuditedCall(hpas)]),
    },
    findingsLike: [
      {
        level: 'fail',
        message: '1.26 no longer serves it; 1 client calls it, last on 2026-11-19',
        remedy: 'move-callers:autoscaling/v2beta2',
      },
    ],
  },
  {
    it: 'says that a part of the audit log names nobody who set the metric',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: seen,
      auditedCalls: audited([], { since: '2026-11-13T12:00:00.000Z' }),
      requestedApis: [requested(hpas)],
    },
    findingsLike: [
      { level: 'warn', rule: 'requested', fix: expect.stringContaining('when it covers 30 days') as string },
    ],
  },
  {
    it: 'fails for a caller of the audit log where EKS has forgotten its own',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [calledIn('1.26', hpas, [aClient('scaler/1.2', '2026-10-01T08:00:00.000Z')])],
      auditedCalls: audited([anAuditedCall(hpas)]),
    },
    findingsLike: [{ level: 'fail', message: '1.26 no longer serves it; 1 client calls it, last on 2026-11-19' }],
  },
  {
    it: 'knows the callers by the audit log alone, where EKS has no insights: nobody but this program',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: null,
      auditedCalls: audited([anAuditedCall(hpas, { userAgent: 'eks-preflight/1.0' }), anAuditedCall(budgets)]),
      requestedApis: [requested(hpas)],
    },
    findings: [],
  },
  {
    it: 'warns of a version that the metrics show: who requested it is unknown, and it may be the control plane',
    current: '1.25',
    facts: { servedApis: serves(hpas), apiObjects: listed(), insights: seen, requestedApis: [requested(hpas)] },
    findings: [
      {
        level: 'warn',
        at: 26,
        rule: 'requested',
        resource: { kind: 'API', name: '/apis/autoscaling/v2beta2/horizontalpodautoscalers' },
        message: '1.26 no longer serves it; an unknown client has requested it since the API server started',
        evidence: [
          {
            observed: 'apiserver_requested_deprecated_apis: 1 since the API server started',
            required: 'no requests',
            fact: 'requestedApis',
          },
        ],
        fix: 'Find the client, and update it. The audit log also shows clients: scan with `--with logs`. The garbage collector and the controllers for namespaces and resource quotas also set this metric.',
        blocks: 'workloads',
      },
    ],
  },
  {
    it: 'does not take silent metrics for callers that were seen',
    current: '1.25',
    facts: { servedApis: serves(hpas), apiObjects: listed(), insights: null, requestedApis: [] },
    findingsLike: [{ level: 'unknown', rule: 'callers-not-seen:1.26' }],
  },
  ...(
    [
      [
        'is off',
        { since: null },
        'the audit log of the control plane is not enabled',
        'The audit log also shows clients: enable it',
      ],
      [
        'is kept for a week',
        { since: '2026-11-13T12:00:00.000Z' },
        'the audit log covers only 7 days, not 30',
        'Keep the audit log for at least 30 days',
      ],
      [
        'was read last week',
        { since: '2026-10-14T12:00:00.000Z', until: '2026-11-15T12:00:00.000Z' },
        'the audit log was read more than 72 hours ago',
        'Keep the audit log',
      ],
    ] as const
  ).map(([it, more, why, fix]): Case => ({
    it: `does not know who calls where there is no insight and the audit log ${it}`,
    current: '1.25',
    facts: { servedApis: serves(hpas), apiObjects: listed(), insights: [], auditedCalls: audited([], more) },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'callers-not-seen:1.26',
        message: `it is unknown which clients call the API versions that 1.26 removes: EKS has no insight about them, and ${why}`,
        fix: expect.stringContaining(fix) as string,
      },
    ],
  })),
  {
    it: 'passes where EKS knows the callers, however short the audit log is',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: seen,
      auditedCalls: audited([], { since: null }),
    },
    findings: [],
  },

  // Unread facts.
  ...(
    [
      ['there is no insight about them', [removedIn('1.25')], 'EKS has no insight about them'],
      [
        'the insight is old',
        [removedIn('1.26', { lastRefreshTime: '2026-11-17T11:00:00.000Z' })],
        'the insight about them is older than 72 hours',
      ],
      [
        'EKS does not say how old the insight is',
        [removedIn('1.26', { lastRefreshTime: null })],
        'the insight about them is older than 72 hours',
      ],
      [
        'EKS could not determine whether clients call them',
        [removedIn('1.26', { status: 'UNKNOWN' })],
        'EKS could not determine whether clients call them',
      ],
      [
        'the details were not read',
        [removedIn('1.26', { status: 'ERROR' })],
        'the details of the insight about them were not read',
      ],
    ] as const
  ).map(([it, insights, why]): Case => ({
    it: `does not know who calls where ${it}`,
    current: '1.25',
    facts: { servedApis: serves(hpas), apiObjects: listed(), insights: [...insights] },
    findingsLike: [
      {
        level: 'unknown',
        at: 26,
        rule: 'callers-not-seen:1.26',
        resource: { kind: 'Cluster', name: 'prod' },
        message: `it is unknown which clients call the API versions that 1.26 removes: ${why}`,
        remedy: 'refresh-insights',
      },
    ],
  })),
  ...(
    [
      ['other insights of that version are new: a refresh brings none', {}, undefined],
      ['other insights of that version are old', { lastRefreshTime: '2026-11-17T11:00:00.000Z' }, 'refresh-insights'],
    ] as const
  ).map(([it, more, remedy]): Case => ({
    it: `does not know who calls where ${it}`,
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [removedIn('1.26', { name: 'Kubelet version skew', ...more })],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'callers-not-seen:1.26',
        ...(remedy === undefined ? { fix: 'The audit log also shows clients: scan with `--with logs`.' } : { remedy }),
      },
    ],
  })),
  {
    it: 'does not know who calls where the region has no insights, at every step that removes something',
    current: '1.24',
    target: '1.26',
    facts: { servedApis: serves(hpas, budgets), apiObjects: listed(), insights: null },
    findings: [
      {
        level: 'unknown',
        at: 25,
        rule: 'callers-not-seen:1.25',
        resource: { kind: 'Cluster', name: 'prod' },
        message:
          'it is unknown which clients call the API versions that 1.25 removes: EKS offers no insights for this cluster',
        evidence: [
          {
            observed: '1.25 removes policy/v1beta1: EKS offers no insights for this cluster',
            required: 'insight "Deprecated APIs removed in Kubernetes v1.25"',
            fact: 'insights',
          },
        ],
        fix: 'The audit log also shows clients: scan with `--with logs`.',
        blocks: 'workloads',
      },
      {
        level: 'unknown',
        at: 26,
        rule: 'callers-not-seen:1.26',
        resource: { kind: 'Cluster', name: 'prod' },
        message:
          'it is unknown which clients call the API versions that 1.26 removes: EKS offers no insights for this cluster',
        evidence: [
          {
            observed: '1.26 removes autoscaling/v2beta2: EKS offers no insights for this cluster',
            required: 'insight "Deprecated APIs removed in Kubernetes v1.26"',
            fact: 'insights',
          },
        ],
        fix: 'The audit log also shows clients: scan with `--with logs`.',
        blocks: 'workloads',
      },
    ],
  },
  ...(
    [
      ['a refresh', [], 'refresh-insights'],
      ['the audit log', null, 'read-audit-log'],
    ] as const
  ).map(([it, insights, remedy]): Case => ({
    it: `has one remedy for all steps whose clients only ${it} can show`,
    current: '1.24',
    target: '1.26',
    facts: {
      servedApis: serves(budgets, hpas),
      apiObjects: listed(),
      insights: insights && [...insights],
    },
    findingsLike: [
      { at: 25, remedy },
      { at: 26, remedy },
    ],
  })),
  {
    it: 'suggests to enable the audit log where it is off',
    current: '1.25',
    cluster: { auditLog: false },
    facts: { servedApis: serves(hpas), apiObjects: listed(), insights: null },
    findingsLike: [{ fix: 'The audit log also shows clients: enable it, and scan with `--with logs` after 30 days.' }],
  },
  {
    it: 'does not know who calls in a local cluster, for which EKS has no insights',
    current: '1.25',
    cluster: { outpost: true },
    facts: { servedApis: serves(hpas), apiObjects: listed(), insights: [] },
    findingsLike: [
      {
        level: 'unknown',
        message:
          'it is unknown which clients call the API versions that 1.26 removes: EKS offers no insights for this cluster',
        fix: 'The audit log also shows clients: scan with `--with logs`.',
      },
    ],
  },
  {
    it: 'does not know of objects whose every version is deprecated: to list them would leave a trace',
    current: '1.37',
    facts: {
      servedApis: serves('resource.k8s.io/v1beta1 deviceclasses'),
      apiObjects: { kinds: [{ resource: 'deviceclasses', api: null, count: 0 }], objects: [] },
      insights: [removedIn('1.38')],
    },
    findings: [
      {
        level: 'unknown',
        at: 38,
        rule: 'not-listed',
        resource: { kind: 'API', name: 'resource.k8s.io/v1beta1 DeviceClass' },
        message: 'not listed: every version of DeviceClass that the API server serves is deprecated',
        evidence: [
          { observed: 'resource.k8s.io/v1beta1', required: 'a version that is not deprecated', fact: 'servedApis' },
        ],
        fix: 'Look for `apiVersion: resource.k8s.io/v1beta1` in your manifests and programs.',
        links: ['https://github.com/kubernetes/api/blob/master/resource/v1beta1/zz_generated.prerelease-lifecycle.go'],
      },
    ],
  },
  {
    it: 'never speaks of Events, nor of RBAC rules, which name no version: only their callers count',
    current: '1.24',
    facts: {
      servedApis: serves('events.k8s.io/v1beta1 events'),
      apiObjects: { kinds: [], objects: [] },
      insights: [removedIn('1.25')],
    },
    findings: [],
  },
]);
