import check from '../../../checks/control-plane/component-options/check.ts';
import type { ControlPlaneOptions, OfferedOptions, OptionRule } from '../../../src/facts/control-plane-options.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { checkCases } from '../cases.ts';

const ttl = 'kubeApiServerConfig.eventTtl';
const strategy = 'kubeSchedulerConfig.nodeResourcesFit.scoringStrategy.type';
const aRule = (name: OptionRule['name'], more: Partial<OptionRule>): OptionRule => ({
  name,
  defaults: [],
  min: null,
  max: null,
  allowed: null,
  ...more,
});
const rules: OptionRule[] = [
  aRule(ttl, { defaults: ['60m'], min: '30m', max: '2h' }),
  aRule(strategy, { defaults: ['LeastAllocated'], allowed: ['LeastAllocated', 'MostAllocated'] }),
];
const narrow: OptionRule[] = [
  aRule(ttl, { defaults: ['30m'], min: '10m', max: '45m' }),
  aRule(strategy, { defaults: ['LeastAllocated'], allowed: ['LeastAllocated'] }),
];
const offering = (byVersion: Record<string, OfferedOptions | undefined>): Partial<Facts> => ({
  clusterVersions: {
    source: 'live',
    versions: Object.entries(byVersion).map(([version, controlPlane]) => ({
      version,
      clusterType: 'eks',
      status: 'STANDARD_SUPPORT',
      endOfStandardSupport: '2027-01-01',
      endOfExtendedSupport: '2028-01-01',
      ...(controlPlane === undefined ? {} : { controlPlane }),
    })),
  },
});
const wide = { rules, tiers: [{ name: 'tier-xl', rules: [] }] };
const strict = { rules: narrow, tiers: [] };
const having = (options: ControlPlaneOptions['options'], tier: string | null = null) => ({
  controlPlane: { tier, options },
});
const longTtl = { name: ttl, value: '1h30m' } as const;
const most = { name: strategy, value: 'MostAllocated' } as const;
const command = (version: string) =>
  `\`\`\`sh\naws eks describe-cluster-versions --region eu-west-1 --cluster-versions ${version}\n\`\`\``;

checkCases(check, [
  {
    it: 'is skipped for an inventory without options',
    facts: offering({ '1.33': wide, '1.34': strict }),
    skip: 'the inventory does not contain options of control plane components',
  },
  {
    it: 'is skipped where the cluster has none, and the tier standard',
    facts: offering({ '1.33': wide, '1.34': strict }),
    cluster: having([], 'standard'),
    skip: 'no scaling tier, and no options of control plane components',
  },
  {
    it: 'is skipped without an update',
    target: '1.33',
    facts: offering({ '1.33': wide }),
    cluster: having([longTtl]),
    skip: 'no update requested',
  },
  {
    it: 'is silent where the target allows the values and lists the tier',
    facts: offering({ '1.33': wide, '1.34': wide }),
    cluster: having([longTtl, most], 'tier-xl'),
    findings: [],
  },
  {
    it: 'warns of a duration and a strategy that the target does not allow',
    facts: offering({ '1.33': wide, '1.34': strict }),
    cluster: having([longTtl, most]),
    findings: [
      {
        level: 'warn',
        rule: `option:${ttl}`,
        at: 34,
        resource: { kind: 'Cluster', name: 'prod', note: ttl },
        message: `${ttl} is 1h30m, which Kubernetes 1.34 on EKS does not allow`,
        evidence: [{ observed: '1h30m', required: '10m to 45m', fact: 'clusterVersions' }],
        fix: `Set ${ttl} to a value that 1.34 allows. What EKS lists:\n${command('1.34')}`,
      },
      {
        level: 'warn',
        rule: `option:${strategy}`,
        at: 34,
        resource: { kind: 'Cluster', name: 'prod', note: strategy },
        message: `${strategy} is MostAllocated, which Kubernetes 1.34 on EKS does not allow`,
        evidence: [{ observed: 'MostAllocated', required: 'LeastAllocated', fact: 'clusterVersions' }],
        fix: `Set ${strategy} to a value that 1.34 allows. What EKS lists:\n${command('1.34')}`,
      },
    ],
  },
  {
    it: 'warns on a rollback, too',
    current: '1.34',
    target: '1.33',
    facts: offering({ '1.33': strict, '1.34': wide }),
    cluster: having([longTtl]),
    findingsLike: [{ level: 'warn', rule: `option:${ttl}`, at: 33 }],
  },
  {
    it: "is silent about a value that is today's default",
    facts: offering({ '1.33': wide, '1.34': strict }),
    cluster: having([{ name: ttl, value: '60m' }]),
    findings: [],
  },
  {
    it: 'is silent where the tier of the cluster allows the value',
    facts: offering({
      '1.33': wide,
      '1.34': { rules: narrow, tiers: [{ name: 'tier-xl', rules: [aRule(ttl, { max: '24h' })] }] },
    }),
    cluster: having([longTtl], 'tier-xl'),
    findings: [],
  },
  {
    it: 'warns of a tier that a version of the path does not list, once',
    target: '1.35',
    facts: offering({
      '1.33': wide,
      '1.34': { rules, tiers: [{ name: 'tier-2xl', rules: [] }] },
      '1.35': strict,
    }),
    cluster: having([], 'tier-xl'),
    findings: [
      {
        level: 'warn',
        rule: 'tier',
        at: 34,
        resource: { kind: 'Cluster', name: 'prod' },
        message: 'has the scaling tier tier-xl, which EKS does not list for Kubernetes 1.34',
        evidence: [{ observed: 'tier-xl', required: 'tier-2xl', fact: 'clusterVersions' }],
        fix: `Choose a scaling tier that EKS lists for 1.34. What EKS lists:\n${command('1.34')}`,
      },
    ],
  },
  {
    it: 'is unknown where EKS lists nothing for the target',
    facts: offering({ '1.33': wide, '1.34': undefined }),
    cluster: having([longTtl], 'tier-xl'),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'unlisted:tier',
        at: 34,
        message: 'EKS does not list for Kubernetes 1.34 which it allows: scaling tiers: the cluster has tier-xl',
      },
      {
        level: 'unknown',
        rule: 'unlisted:options',
        at: 34,
        message: `EKS does not list for Kubernetes 1.34 which it allows: values of ${ttl}`,
      },
    ],
  },
]);
