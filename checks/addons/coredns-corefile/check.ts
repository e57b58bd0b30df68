import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { corefileFindings, hasCoredns, type CorednsCopy } from '../../../src/subjects/coredns.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { missingPlugins } from './missing-plugins.ts';
import { ignoredLines, refusedLines } from './refused-lines.ts';

const lookFor = advice`plugins and options that newer versions of CoreDNS refuse`;

export default defineCheck({
  id: 'addons/coredns-corefile',
  title: 'Corefile that CoreDNS refuses or that lacks a plugin',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `CoreDNS does not start with a plugin or an option that it does not know. A pod that runs goes on, also where the
    plugin \`reload\` has seen the new file; the next pod crashes, and an update of the nodes replaces them all.

    What the running CoreDNS refuses is a failure of today. An update of the control plane moves neither a CoreDNS of
    your own nor the EKS add-on, so what only a newer CoreDNS refuses is a warning, at the version with which EKS lists
    such a CoreDNS. The plugin \`ready\` answers the readiness probe \`/ready\`, which the add-on's Deployment has from
    1.9.3-eksbuild.3 and 1.10.1-eksbuild.6 on: without it no new pod becomes ready, and a warning is all that is said
    where the Deployment does not ask it yet.

    A CoreDNS that was built with plugins of others may know one that the official image no longer has. The option
    \`upstream\` of the plugin \`kubernetes\` has a check of its own.`,
  fix: advice`Take the lines out of the Corefile, or replace them by what took their place.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/managing-coredns.html',
    'https://github.com/coredns/corefile-migration/blob/master/migration/plugins.go',
  ],
  needs: ['coredns'],
  tables: ['corefile'],
  applies: {
    needs: ['coredns'],
    when: ({ coredns }, { cluster }) => hasCoredns(coredns, cluster),
  },

  *run({ coredns }, { versions, tables: { corefile: rows } }) {
    yield* corefileFindings(coredns, lookFor, function* findingsIn(mounted) {
      yield* refusedLines(mounted, versions, rows);
      yield* ignoredLines(mounted, rows);
      yield* missingPlugins(mounted, versions, rows);
    });
    yield* newerThanTable(coredns, rows);
  },
});

/** A CoreDNS of a minor that nobody has looked into yet may refuse more. */
function* newerThanTable(copies: readonly CorednsCopy[], rows: Tables['corefile']): Iterable<Finding> {
  const known = rows.find((row) => row.rowKind === 'known-through');
  if (known?.rowKind !== 'known-through') return;
  const lastKnown = known.coredns.replace(/\d{1,9}$/, '999999');
  for (const { kind, namespace, name, version } of copies) {
    if (version === null || !isBelow(lastKnown, version)) continue;
    yield {
      level: 'unknown',
      rule: 'coredns-not-known',
      resource: { kind, namespace, name },
      message: `CoreDNS ${version} is newer than the newest that was looked into (${known.coredns}): what it refuses is not known`,
      fix: advice`Update eks-preflight, or compare the Corefile with the release notes of CoreDNS ${version}.`,
    };
  }
}
