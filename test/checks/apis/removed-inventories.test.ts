import { expect, it } from 'vitest';
import check from '../../../checks/apis/removed/check.ts';
import type { ApiObject } from '../../../src/facts/api-objects.ts';
import type { Inventory } from '../../../src/facts/git-ops.ts';
import { servedRemovals } from '../../../src/for-checks/api-removals.ts';
import { mergeInventories } from '../../../checks/apis/shared/git-ops.ts';
import { stillWritten, writtenFinding } from '../../../checks/apis/shared/written-objects.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { checkCases, type Case } from '../cases.ts';
import {
  aHelmRelease,
  aKustomization,
  anApplication,
  anObject,
  flowSchemas,
  hpas,
  listed,
  noInventories,
  removedIn,
  serves,
  writes,
} from './written-objects.ts';

/** Objects in the inventories of Argo CD and Flux, compared with what these tools and other clients wrote. */

const old = 'autoscaling/v2beta2';
const inGit = `${old} HorizontalPodAutoscaler shop/cart`;
const movedInGit = 'autoscaling/v2 HorizontalPodAutoscaler shop/cart';
const argoWrote = `argocd-controller ${old} 2026-05-04`;
const resource = { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'cart' };
const stored = 'The object itself needs no change: the API server serves it in every version.';
const goal = '`apiVersion: autoscaling/v2` with the fields of that version';
const byArgo: ApiObject['owner'] = {
  release: null,
  releaseNamespace: null,
  managedBy: 'Argo CD',
  applier: { kind: 'Application', namespace: null, name: 'shop' },
};
const byRelease: ApiObject['owner'] = {
  release: 'cart',
  releaseNamespace: 'shop',
  managedBy: 'Flux',
  applier: { kind: 'HelmRelease', namespace: 'shop', name: 'cart' },
};

/** A 1.25 cluster with the row's facts about the HorizontalPodAutoscaler shop/cart. */
function row(
  it: string,
  { object, argo = [], flux = [] }: { object?: ApiObject; argo?: Inventory[]; flux?: Inventory[] },
  expected: Partial<Case>,
): Case {
  const facts = {
    servedApis: serves(hpas),
    apiObjects: listed(...(object === undefined ? [] : [object])),
    insights: [removedIn('1.26')],
    argoApplications: argo,
    fluxInventories: flux,
    helmManifests: [],
  };
  return { it, current: '1.25', facts, ...expected };
}

const silent = { findings: [] };

checkCases(check, [
  row(
    'warns of the version in Git of an object that nobody has written with it',
    { argo: [anApplication('shop', [inGit])] },
    {
      findings: [
        {
          level: 'warn',
          at: 26,
          resource,
          message: `the manifest that Application argocd/shop applies uses ${old}, which 1.26 no longer serves`,
          evidence: [
            {
              observed: `Application argocd/shop: ${old}, https://git.example/shop.git, path prod, revision main`,
              required: 'autoscaling/v2',
              fact: 'argoApplications',
            },
          ],
          fix: `Before the update to 1.26, set ${goal} in the manifest that Application argocd/shop applies: https://git.example/shop.git, path prod, revision main. Argo CD may revert manual changes.\n${stored}`,
          links: ['https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-26'],
          blocks: 'deployments',
          phase: 'before',
        },
      ],
    },
  ),
  row(
    'has what Argo CD wrote as further evidence, in one finding',
    { object: anObject(writes(argoWrote), { owner: byArgo }), argo: [anApplication('shop', [inGit])] },
    {
      findingsLike: [
        {
          message: `the manifest that Application argocd/shop applies uses ${old}, which 1.26 no longer serves`,
          evidence: [
            {
              observed: `Application argocd/shop: ${old}, https://git.example/shop.git, path prod, revision main`,
              required: 'autoscaling/v2',
              fact: 'argoApplications',
            },
            {
              observed: `field manager argocd-controller (Update): ${old}, 2026-05-04T09:00:00Z`,
              required: 'autoscaling/v2',
            },
          ],
        },
      ],
    },
  ),
  row(
    'is silent where Git has moved, and the field manager of Argo CD keeps its old version',
    { object: anObject(writes(argoWrote), { owner: byArgo }), argo: [anApplication('shop', [movedInGit])] },
    silent,
  ),
  row(
    'is silent about a note and an entry of kubectl from before Argo CD took over',
    {
      object: anObject(writes(argoWrote, `kubectl-client-side-apply ${old} 2024-05-04`), {
        applied: [{ by: 'kubectl', api: old }],
        owner: byArgo,
      }),
      argo: [anApplication('shop', [movedInGit])],
    },
    silent,
  ),
  row(
    'is silent about a note where no field manager is left, and Git has moved',
    { object: anObject([], { applied: [{ by: 'kubectl', api: old }] }), argo: [anApplication('shop', [movedInGit])] },
    silent,
  ),
  row(
    'warns of Git although somebody has applied the new version by hand since',
    {
      object: anObject(writes('kubectl-client-side-apply autoscaling/v2 2026-06-01', argoWrote)),
      argo: [anApplication('shop', [inGit])],
    },
    { findingsLike: [{ level: 'warn', message: expect.stringContaining('Application argocd/shop') as string }] },
  ),
  row(
    'warns of whoever applies the old version beside Argo CD, and sends nobody to its repository',
    {
      object: anObject(writes(`kubectl-client-side-apply ${old} 2026-06-01`, argoWrote), { owner: byArgo }),
      argo: [anApplication('shop', [movedInGit])],
    },
    {
      findingsLike: [
        {
          message: `kubectl-client-side-apply applied it on 2026-06-01 with ${old}, which 1.26 no longer serves`,
          fix: expect.stringMatching(
            /^Before the update to 1\.26, set [^]* in the manifest, and apply it again/,
          ) as string,
        },
      ],
    },
  ),
  row(
    'names both of two Applications that hold it, each with its repository',
    { argo: [anApplication('shop', [inGit]), anApplication('edge', [inGit])] },
    {
      findingsLike: [
        {
          message: `the manifest that Application argocd/shop applies uses ${old}, which 1.26 no longer serves; the manifest that Application argocd/edge applies uses ${old}, which 1.26 no longer serves`,
          fix: expect.stringMatching(/git\.example\/shop\.git[^]*git\.example\/edge\.git/) as string,
        },
      ],
    },
  ),
  row(
    'names the one of two Applications that has not moved',
    { argo: [anApplication('shop', [movedInGit]), anApplication('edge', [inGit])] },
    {
      findingsLike: [
        { message: `the manifest that Application argocd/edge applies uses ${old}, which 1.26 no longer serves` },
      ],
    },
  ),
  row(
    'names the chart that an Application installs',
    {
      argo: [
        anApplication('shop', [inGit], {
          sources: [{ url: 'https://charts.example', path: null, chart: 'cart', revision: '1.2.3' }],
        }),
      ],
    },
    {
      findingsLike: [
        {
          fix: `Before the update to 1.26, update the chart that Application argocd/shop installs (chart cart 1.2.3, https://charts.example) to a version whose manifests use ${goal}.\n${stored}`,
        },
      ],
    },
  ),
  row(
    'says of a program that wrote after it, too',
    {
      object: anObject(writes(`scaler-operator ${old} 2026-06-01`, argoWrote)),
      argo: [anApplication('shop', [inGit])],
    },
    {
      findingsLike: [
        {
          message: `the manifest that Application argocd/shop applies uses ${old}, which 1.26 no longer serves; scaler-operator wrote it on 2026-06-01 with ${old}, which 1.26 no longer serves`,
          blocks: 'workloads',
        },
      ],
    },
  ),
  row(
    'goes by Git for what has a controller: its template has no say in what is applied',
    {
      object: anObject(writes(`operator ${old} 2026-06-01`), { controller: { kind: 'Deployment', name: 'cart' } }),
      argo: [anApplication('shop', [inGit])],
    },
    {
      findingsLike: [
        { message: expect.stringMatching(/^the manifest that Application argocd\/shop applies/) as string },
      ],
    },
  ),
  row(
    'goes by who wrote it where Argo CD of another cluster applies it: no Application here holds it',
    {
      object: anObject(writes(argoWrote)),
      argo: [anApplication('other', [`${old} HorizontalPodAutoscaler shop/web`])],
    },
    {
      findingsLike: [
        { resource, message: `argocd-controller applied it on 2026-05-04 with ${old}, which 1.26 no longer serves` },
        { resource: { ...resource, name: 'web' } },
      ],
    },
  ),

  // Flux.
  row(
    'is silent where the inventory of a Kustomization has moved: Flux applies nothing where only the version differs',
    {
      object: anObject(writes(`kustomize-controller ${old} 2026-05-04 Apply`)),
      flux: [aKustomization('apps', [movedInGit])],
    },
    silent,
  ),
  row(
    'names the source and the path of a Kustomization',
    {
      object: anObject(writes(`kustomize-controller ${old} 2026-05-04 Apply`)),
      flux: [aKustomization('apps', [inGit])],
    },
    {
      findingsLike: [
        {
          evidence: [
            {
              observed: `Kustomization flux-system/apps: ${old}, GitRepository flux-system/platform, path ./prod`,
              required: 'autoscaling/v2',
              fact: 'fluxInventories',
            },
            {
              observed: `field manager kustomize-controller (Apply): ${old}, 2026-05-04T09:00:00Z`,
              required: 'autoscaling/v2',
            },
          ],
          fix: `Before the update to 1.26, set ${goal} in the manifest that Kustomization flux-system/apps applies: GitRepository flux-system/platform, path ./prod. Flux may revert manual changes.\n${stored}`,
        },
      ],
    },
  ),
  row(
    'names the chart and the release of a HelmRelease with an inventory',
    {
      object: anObject(writes(`helm-controller ${old} 2026-05-04`), { owner: byRelease }),
      flux: [aHelmRelease('cart', [inGit])],
    },
    {
      findingsLike: [
        {
          message: `the manifest that HelmRelease shop/cart applies uses ${old}, which 1.26 no longer serves`,
          fix: `Before the update to 1.26, update the chart that HelmRelease shop/cart installs (chart cart 1.x, HelmRepository flux-system/charts) to a version whose manifests use ${goal}.\n${stored}`,
          remedy: 'helm-release:shop/cart',
        },
      ],
    },
  ),
  row(
    'names them without an inventory, by the marks on the object',
    {
      object: anObject(writes(`helm-controller ${old} 2026-05-04`), { owner: byRelease }),
      flux: [aHelmRelease('cart', [])],
    },
    {
      findingsLike: [
        {
          message: `helm-controller applied it on 2026-05-04 with ${old}, which 1.26 no longer serves`,
          fix: expect.stringMatching(
            /^Before the update to 1\.26, update the chart that HelmRelease shop\/cart/,
          ) as string,
          remedy: 'helm-release:shop/cart',
        },
      ],
    },
  ),
  {
    it: 'knows an object without a namespace: a FlowSchema that a Kustomization holds',
    current: '1.25',
    facts: {
      servedApis: serves(...flowSchemas),
      apiObjects: listed(),
      insights: [removedIn('1.26')],
      ...noInventories,
      fluxInventories: [aKustomization('apps', ['flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema probes'])],
    },
    findingsLike: [{ at: 26, resource: { kind: 'FlowSchema', name: 'probes' } }],
  },

  // The remedy, which apis/helm-releases also names.
  row(
    'names the release whose update is all that it takes',
    {
      object: anObject(writes(`helm ${old} 2026-05-04`), {
        owner: { release: 'cart', releaseNamespace: 'charts', managedBy: 'Helm' },
      }),
    },
    { findingsLike: [{ remedy: 'helm-release:charts/cart' }] },
  ),

  // Inventories that were not read.
  {
    it: 'does not know of what Argo CD wrote where its Applications were not read',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(anObject(writes(argoWrote)), anObject(writes(`helm ${old} 2026-05-04`), { name: 'web' })),
      insights: [removedIn('1.26')],
      fluxInventories: [],
      helmManifests: [],
    },
    findingsLike: [
      {
        level: 'unknown',
        at: 26,
        message: `argocd-controller applied it on 2026-05-04 with ${old}, which 1.26 no longer serves; it is unknown whether its manifest still uses it`,
      },
      { level: 'warn', resource: { ...resource, name: 'web' } },
    ],
  },
  {
    it: 'still names a program that wrote after Argo CD',
    current: '1.25',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(anObject(writes(`scaler-operator ${old} 2026-06-01`, argoWrote))),
      insights: [removedIn('1.26')],
      fluxInventories: [],
      helmManifests: [],
    },
    findingsLike: [
      { level: 'warn', message: `scaler-operator wrote it on 2026-06-01 with ${old}, which 1.26 no longer serves` },
    ],
  },
]);

it('names no release where somebody else has applied the object since', () => {
  const objects = [
    anObject(writes(`kubectl ${old} 2026-06-01 Apply`, `helm ${old} 2026-05-04`), {
      owner: { release: 'cart', releaseNamespace: 'charts', managedBy: 'Helm' },
    }),
  ];
  const removals = servedRemovals(loadTable('api-removals').rows, serves(hpas));
  const inventories = mergeInventories(noInventories, new Set());
  const written = stillWritten(objects, removals, loadTable('field-managers').rows, inventories);
  expect(written).toHaveLength(1);
  for (const one of written) expect(writtenFinding(one, 25, removals, inventories)).not.toHaveProperty('remedy');
});
