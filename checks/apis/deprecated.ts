import { advice } from '../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import { calledApis, calledFinding } from '../../src/subjects/called-apis.ts';
import { inventoriesOf } from '../../src/subjects/git-ops.ts';
import { servedRemovals } from '../../src/subjects/api-removals.ts';
import { stillWritten, writtenFinding } from '../../src/subjects/written-objects.ts';

/** How many minor versions beyond the target are looked at. */
const ahead = 2;

export default defineCheck({
  id: 'apis/deprecated',
  title: 'Manifests, programs and clients that use an API version which goes away soon after the target',
  severity: 'warn',
  blocks: 'delivery',
  phase: 'before',
  why: `The update to the target still works. One of the next two minor versions removes these API versions: what
    apis/removed would report then can be changed now.

    The evidence is that of apis/removed: who wrote the objects of the kinds concerned, and with which version, and which
    version the manifests of Argo CD and Flux have. Stored objects are never the problem. Clients are reported as far as
    EKS has an insight about the version that removes the API (most of these insights appear at the version before), and
    as far as the audit log (\`--with logs\`) and the metrics of the API server (\`--with metrics\`) show them. Removals
    that Kubernetes has announced for
    versions that are not released yet are plans.`,
  fix: advice`Change the \`apiVersion\` in the manifest, and update programs and clients to a version that calls the newer API.`,
  links: [
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
    'https://kubernetes.io/docs/reference/using-api/deprecation-policy/',
  ],
  needs: ['servedApis', 'apiObjects', 'insights'],
  uses: ['argoApplications', 'fluxInventories', 'helmManifests', 'auditedCalls', 'requestedApis'],
  counts: ['apiObjects'],
  tables: ['api-removals', 'field-managers', 'insights'],

  *run({ servedApis, apiObjects, ...sources }, { current, target, now, tables, unasked }) {
    const inventories = inventoriesOf(sources, unasked);
    const served = servedRemovals(tables['api-removals'], servedApis);
    const soon = served.filter(({ version }) => version > target && version <= target + ahead);
    for (const one of stillWritten(apiObjects.objects, soon, tables['field-managers'], inventories)) {
      const { move, ...finding } = writtenFinding(one, current, served, inventories);
      yield { ...finding, phase: move.from <= current ? 'before' : 'after' } satisfies Finding;
    }
    const judged = { rows: tables.insights, now };
    for (const called of calledApis(sources, soon, judged)) yield { level: 'warn', ...calledFinding(called, judged) };
  },
});
