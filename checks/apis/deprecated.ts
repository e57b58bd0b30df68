import { advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import type { Minor } from '../../src/syntax/versions.ts';
import { calledApis, calledFinding } from './shared/called-apis.ts';
import { mergeInventories } from './shared/git-ops.ts';
import { servedRemovals, type Removal } from '../../src/for-checks/api-removals.ts';
import { stillWritten, writtenFinding } from './shared/written-objects.ts';

/** How many minor versions after the target the check covers. */
const ahead = 2;

export default defineCheck({
  id: 'apis/deprecated',
  title: 'Manifests, programs and clients that use an API version that is removed soon after the target',
  short: {
    '': 'uses a deprecated API',
    called: 'clients call a deprecated API',
    requested: 'unknown client calls a deprecated API',
  },
  task: 'Change manifests and programs to the newer API',
  severity: 'warn',
  blocks: 'deployments',
  phase: 'before',
  why: `The target still serves these API versions, but one of the next two minor versions removes them. You can already
    fix what apis/removed will report then.

    The check uses the evidence of apis/removed: which tool or program wrote each object of the affected kinds, and with
    which API version, and which API version the manifests of Argo CD and Flux use. Stored objects are not a problem.
    Clients are reported if EKS has an insight about the version that removes the API (most of these insights appear at
    the version before), or if the audit log (\`--with logs\`) or the metrics of the API server (\`--with metrics\`) show
    their requests. If the next two minor versions remove nothing that the API server serves, the check passes even if it
    could not read these sources. Removals in Kubernetes versions that are not released yet can change.`,
  fix: advice`Change the \`apiVersion\` in the manifest, and update programs and clients to a version that calls the newer API.`,
  links: [
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
    'https://kubernetes.io/docs/reference/using-api/deprecation-policy/',
  ],
  needs: ['servedApis', 'apiObjects'],
  uses: ['insights', 'argoApplications', 'fluxInventories', 'helmManifests', 'auditedCalls', 'requestedApis'],
  counts: ['apiObjects', 'argoApplications', 'fluxInventories', 'helmManifests'],
  tables: ['api-removals', 'api-scanners', 'field-managers', 'insights'],

  unseenAt({ servedApis }, { current, target, tables }) {
    if (servedApis === undefined) return current;
    return removedSoon(servedRemovals(tables['api-removals'], servedApis), target).length > 0 ? current : null;
  },

  *run({ servedApis, apiObjects, ...sources }, { current, target, now, tables, unasked }) {
    const inventories = mergeInventories(sources, unasked);
    const served = servedRemovals(tables['api-removals'], servedApis);
    const soon = removedSoon(served, target);
    for (const one of stillWritten(apiObjects.objects, soon, tables['field-managers'], inventories)) {
      const { move, ...finding } = writtenFinding(one, current, served, inventories);
      yield { ...finding, phase: move.from <= current ? 'before' : 'after' } satisfies Warning;
    }
    const judged = { rows: tables.insights, scanners: tables['api-scanners'], now };
    for (const called of calledApis(sources, soon, judged)) yield { level: 'warn', ...calledFinding(called, judged) };
  },
});

function removedSoon(served: readonly Removal[], target: Minor): Removal[] {
  return served.filter(({ version }) => version > target && version <= target + ahead);
}
