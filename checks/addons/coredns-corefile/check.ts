import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import { isBelow, isRollback } from '../../../src/syntax/versions.ts';
import { corefileProblems, corefileFindings, hasCoredns, type CorednsCopy } from '../shared/coredns.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { missingPlugins } from './missing-plugins.ts';
import { ignoredLines, refusedLines } from './refused-lines.ts';
import { missingAfterRollback, unknownDirectives } from './unknown-directives.ts';
import { optionsAfterRollback, unknownOptions } from './unknown-options.ts';

const lookFor = advice`plugins and options that newer versions of CoreDNS reject`;

export default defineCheck({
  id: 'addons/coredns-corefile',
  title: 'Corefile that CoreDNS rejects or that lacks a plugin',
  short: {
    ...corefileProblems,
    'coredns-not-known': 'CoreDNS newer than the known versions',
    'newer-option': 'option needs a newer CoreDNS',
    'newer-plugin': 'plugin needs a newer CoreDNS',
    'unknown-directive': 'unknown directive in the Corefile',
    'unknown-option': 'unknown option in the Corefile',
  },
  task: 'Correct the Corefile for newer versions of CoreDNS',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `CoreDNS does not start with a plugin or an option that it does not know. Running pods keep working, even if
    the plugin \`reload\` has seen the new file; new pods crash, and an update of the nodes replaces all pods.

    What the running CoreDNS rejects is a failure now. An update of the control plane updates neither a self-managed
    CoreDNS nor the EKS add-on, so what only a newer CoreDNS rejects is a warning, at the first version for which EKS
    lists such a CoreDNS. The plugin \`ready\` answers the readiness probe \`/ready\`, which the Deployment of the
    add-on has in 1.9.3-eksbuild.3, 1.10.1-eksbuild.6 and later: without the plugin no new pod becomes ready. This is
    a warning if the Deployment does not have that probe yet.

    A line of a server block that does not begin with a plugin of the running version (such as \`upstream\` outside the
    braces of \`kubernetes\`) is an unknown directive: CoreDNS does not start with it. The same holds for an option
    that a plugin does not have: \`upstream\` inside the braces of \`forward\` or \`cache\`, or a misspelt one. The
    options of each plugin are known from CoreDNS 1.7.0 on; of a plugin whose options are not listed, an option is
    unknown. The lines inside \`hosts\` and \`rewrite\` are not judged.

    A rollback brings no newer CoreDNS: only what the running one rejects is a failure. Because CoreDNS may have to
    be set to an earlier version, a plugin is a warning if the CoreDNS that EKS lists for the earlier Kubernetes
    version does not have it; the same holds for an option.

    A CoreDNS with third-party plugins may support a plugin that the official image does not have: an unknown directive
    or option is a warning if the image is neither from EKS nor from the CoreDNS project. The option \`upstream\` of the plugin
    \`kubernetes\` has its own check.`,
  fix: advice`Remove the lines from the Corefile, or replace them.`,
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

  *run({ coredns }, context) {
    const { current, target, versions } = context;
    const { corefile: rows } = context.tables;
    yield* corefileFindings(coredns, lookFor, function* findingsIn(mounted) {
      const ofNewer = [...refusedLines(mounted, versions, rows), ...missingPlugins(mounted, versions, rows)];
      yield* isRollback(context) ? ofNewer.filter(({ level }) => level !== 'warn') : ofNewer;
      yield* unknownDirectives(mounted, Math.min(current, target), rows);
      yield* unknownOptions(mounted, Math.min(current, target), rows);
      yield* ignoredLines(mounted, rows);
      if (!isRollback(context)) return;
      yield* missingAfterRollback(mounted, target, rows);
      yield* optionsAfterRollback(mounted, target, rows);
    });
    yield* newerThanTable(coredns, rows);
  },
});

/** Findings for CoreDNS minor versions that are newer than the table, which may reject other lines. */
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
      message: `CoreDNS ${version} is newer than the newest version that eks-preflight knows (${known.coredns}): what it rejects is unknown`,
      fix: advice`Update eks-preflight, or compare the Corefile with the release notes of CoreDNS ${version}.`,
    };
  }
}
