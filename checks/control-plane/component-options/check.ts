import { defineCheck, type Context, type Warning } from '../../../src/check.ts';
import type { ControlPlaneOptions } from '../../../src/facts/control-plane-options.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { rowsFor } from '../shared/offered-versions.ts';
import { describeRule, isProvisioned, judgeOption, listRules, ownOptions, type Option } from './rules.ts';

type Offers = Facts['clusterVersions'];

export default defineCheck({
  id: 'control-plane/component-options',
  title: 'Options of control plane components that another version does not allow',
  short: {
    option: 'version does not allow an option',
    tier: 'version does not offer the scaling tier',
    unlisted: 'allowed options are not listed',
  },
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `EKS lists for each Kubernetes version which scaling tiers a control plane can have, and which values it allows for
    options of the API server, the scheduler and the controller manager; a tier can allow others. The documentation does
    not say what an update or a rollback does with a value that the next version does not allow: EKS may reject the
    request, or replace the value. So this is a warning.

    The check compares the tier and the options of the cluster with what EKS lists for each version of the path. It does
    not judge the tier \`standard\`, and values that are the default of today's version: EKS has another default where it
    needs one. Clusters without a scaling tier and such options are skipped.`,
  fix: advice`Choose a value that the version allows, before the update or rollback.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_DescribeClusterVersions.html',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateClusterConfig.html',
  ],
  needs: ['clusterVersions'],
  applies: {
    needs: [],
    when(_facts, { cluster: { controlPlane }, current, target }) {
      if (current === target) return 'no update requested';
      if (controlPlane === undefined) return 'the inventory does not contain options of control plane components';
      const isPlain = controlPlane.options.length === 0 && !isProvisioned(controlPlane.tier);
      return isPlain ? 'no scaling tier, and no options of control plane components' : true;
    },
  },

  *run({ clusterVersions }, context) {
    const { controlPlane } = context.cluster;
    if (controlPlane === undefined) return;
    yield* tierFindings(controlPlane, clusterVersions, context);
    yield* optionFindings(controlPlane, clusterVersions, context);
  },
});

function findOffered(offers: Offers, { cluster }: Context, version: Minor) {
  return rowsFor(offers, cluster).find((row) => parseMinor(row.version) === version)?.controlPlane;
}

function* tierFindings({ tier }: ControlPlaneOptions, offers: Offers, context: Context): Generator<Warning> {
  if (tier === null || !isProvisioned(tier)) return;
  for (const version of context.versions.slice(1)) {
    const tiers = findOffered(offers, context, version)?.tiers ?? null;
    if (tiers?.some(({ name }) => name === tier) === true) continue;
    if (tiers === null) yield unlisted('tier', `scaling tiers: the cluster has ${tier}`, context, version);
    else
      yield {
        level: 'warn',
        rule: 'tier',
        at: version,
        resource: { kind: 'Cluster', name: context.cluster.name },
        message: `has the scaling tier ${tier}, which EKS does not list for Kubernetes ${format(version)}`,
        evidence: [{ observed: tier, required: formatList(tiers.map(({ name }) => name)), fact: 'clusterVersions' }],
        fix: buildFix(advice`Choose a scaling tier that EKS lists for ${format(version)}.`, context, version),
      };
    return;
  }
}

function* optionFindings(own: ControlPlaneOptions, offers: Offers, context: Context): Generator<Warning> {
  const { versions, current } = context;
  let left: readonly Option[] = ownOptions(own, findOffered(offers, context, current));
  for (const version of versions.slice(1)) {
    const rules = listRules(findOffered(offers, context, version), own.tier);
    const judged = left.map((option) => ({ option, verdict: judgeOption(option, rules) }));
    for (const { option } of judged.filter(({ verdict }) => verdict === 'outside')) {
      const found = rules.find(({ name }) => name === option.name);
      yield {
        level: 'warn',
        rule: `option:${option.name}`,
        at: version,
        resource: { kind: 'Cluster', name: context.cluster.name, note: option.name },
        message: `${option.name} is ${option.value}, which Kubernetes ${format(version)} on EKS does not allow`,
        evidence: [
          { observed: option.value, required: found === undefined ? '' : describeRule(found), fact: 'clusterVersions' },
        ],
        fix: buildFix(advice`Set ${option.name} to a value that ${format(version)} allows.`, context, version),
      };
    }
    const unseen = judged.filter(({ verdict }) => verdict === 'unlisted').map(({ option: { name } }) => name);
    if (unseen.length > 0) yield unlisted('options', `values of ${formatList(unseen)}`, context, version);
    left = judged.filter(({ verdict }) => verdict === 'inside').map(({ option }) => option);
  }
}

function unlisted(part: 'tier' | 'options', what: string, context: Context, version: Minor): Warning {
  return {
    level: 'unknown',
    rule: `unlisted:${part}`,
    at: version,
    resource: { kind: 'Cluster', name: context.cluster.name },
    message: `EKS does not list for Kubernetes ${format(version)} which it allows: ${what}`,
    fix: buildFix(advice`Ask AWS Support what the version allows.`, context, version),
  };
}

function buildFix(text: Advice, { cluster: { region } }: Context, version: Minor): Advice {
  return advice`${text} What EKS lists:\n${commands(
    sh`aws eks describe-cluster-versions --region ${region} --cluster-versions ${format(version)}`,
  )}`;
}
