import { advice } from '../../../src/languages/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { format } from '../../../src/languages/versions.ts';
import type { Removal } from '../../../src/subjects/api-removals.ts';

/** Steps that remove versions which a release may have, where nobody asked for the releases: one finding, at the first. */
export function* unreadFinding(removed: readonly Removal[], { cluster }: Context<'api-removals'>): Generator<Finding> {
  const steps = [...grouped(removed, ({ version }) => version)].toSorted(([a], [b]) => a - b);
  const [first] = steps;
  if (first === undefined) return;
  const [version] = first;
  yield {
    level: 'unknown',
    at: version,
    rule: 'not-requested',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `Helm releases were not read: their manifests may have API versions that ${format(version)} removes`,
    evidence: steps.map(([step, rows]) => ({
      observed: `${format(step)} removes ${[...new Set(rows.map(({ api, kind }) => `${api} ${kind}`))].join(', ')}`,
      required: '--with secrets',
      fact: 'helmManifests',
    })),
    fix: advice`Scan with \`--with secrets\`, which reads the Secrets of Helm (\`eks-preflight permissions --with
      secrets\` prints what this needs). Without it, look for these versions in the output of \`helm get manifest\` for
      each release.`,
    remedy: 'with:secrets',
  };
}
