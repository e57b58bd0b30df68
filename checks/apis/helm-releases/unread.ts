import { advice } from '../../../src/languages/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import { format } from '../../../src/languages/versions.ts';
import type { Removal } from '../../../src/subjects/api-removals.ts';

/** Steps that remove versions that a release may use, if the releases were not requested: one finding, at the first step. */
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
    message: `Helm releases were not read: their manifests may use API versions that ${format(version)} removes`,
    evidence: steps.map(([step, rows]) => ({
      observed: `${format(step)} removes ${[...new Set(rows.map(({ api, kind }) => `${api} ${kind}`))].join(', ')}`,
      required: '--with secrets',
      fact: 'helmManifests',
    })),
    fix: advice`Scan with \`--with secrets\`, which reads the releases of Helm (\`eks-preflight permissions --with
      secrets\` prints the permissions that this needs). Without it, look for these API versions in the output of
      \`helm get manifest\` for each release.`,
    remedy: 'with:secrets',
  };
}
