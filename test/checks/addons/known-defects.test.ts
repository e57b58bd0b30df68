import { describe, expect, it } from 'vitest';
import check from '../../../checks/addons/known-defects/check.ts';
import compatibility from '../../../checks/addons/compatibility/check.ts';
import { findDefects } from '../../../src/for-checks/addon-defects.ts';
import { parseAddonVersion } from '../../../src/syntax/versions.ts';
import { loadTable, tableNames, type Tables } from '../../../src/tables/tables.ts';
import { aComponent, anAddon, checkCases, commandsIn, type Case } from '../cases.ts';
import { anAddonOffer } from '../eks-answers.ts';
import { waited } from '../printed-updates.ts';
import { anIamRow, aRole, seenRights } from './release-rights.ts';

const source = 'https://example.com/releases';
const defect = { rowKind: 'defect' as const, addon: 'vpc-cni', source };
const tables: Partial<Tables> = {
  'addon-releases': [
    { rowKind: 'read-through', addon: 'vpc-cni', release: '1.23.1', source },
    { rowKind: 'read-through', addon: 'aws-efs-csi-driver', release: '3.1.0', source },
    { ...defect, from: '1.20.1', through: '1.20.1', defect: 'policies block', goodAgain: '1.20.2' },
    { ...defect, from: '1.21.0', through: '1.21.0', defect: 'it stops', goodAgain: null, confidence: 'single-source' },
    { ...defect, from: '1.24.0', through: '1.24.0', defect: 'it panics', goodAgain: '1.24.1' },
    {
      ...defect,
      addon: 'aws-efs-csi-driver',
      from: '1.6.0',
      through: '1.6.1',
      defect: 'mounts hang',
      onUpdate: 'Replace the nodes.',
      goodAgain: '1.7.0',
    },
  ],
  'release-permissions': [],
};

const cni = (version: string) => [anAddon('vpc-cni', { version })];
const update = (addon: string, version: string) =>
  waited(
    `aws eks update-addon --region eu-west-1 --cluster-name prod --addon-name ${addon} \\\n  --addon-version ${version} --resolve-conflicts PRESERVE`,
    `--addon-name ${addon}`,
  );
const offer = anAddonOffer('vpc-cni', {
  'v1.20.1-eksbuild.1': ['1.33', '1.34'],
  'v1.20.2-eksbuild.1': ['1.33', '1.34'],
  'v1.20.4-eksbuild.1': ['1.33', '1.34'],
  'v1.21.0-eksbuild.4': ['1.33*', '1.34*'],
});
const aCopy = (version: string | null) => [
  {
    ...aComponent({
      kind: 'DaemonSet',
      name: 'aws-node',
      version,
      image: `mirror.example/amazon-k8s-cni:${version ?? 'blue'}`,
    }),
  },
];

const found = {
  level: 'warn' as const,
  rule: 'defect:1.20.1',
  resource: { kind: 'EKS add-on', name: 'vpc-cni' },
  blocks: 'nodes' as const,
  message: 'vpc-cni v1.20.1-eksbuild.3 has a known defect: policies block',
  evidence: [{ observed: 'v1.20.1-eksbuild.3', required: '1.20.2 or later', fact: 'addons' as const }],
  links: [source],
};

const cases: Case[] = [
  {
    it: 'warns of an add-on whose release has a known defect, and names the newest listed release without one',
    facts: { addons: cni('v1.20.1-eksbuild.3'), addonVersions: [offer], vpcCni: [] },
    findings: [{ ...found, fix: `Update the add-on.\n\`\`\`sh\n${update('vpc-cni', 'v1.20.4-eksbuild.1')}\n\`\`\`` }],
  },
  {
    it: 'passes the release right after it',
    facts: { addons: cni('v1.20.2-eksbuild.1'), addonVersions: [offer], vpcCni: [] },
    findings: [],
  },
  {
    it: 'names no version if EKS lists none without a defect, or if the list was not read',
    facts: {
      addons: cni('v1.20.1-eksbuild.3'),
      addonVersions: [anAddonOffer('vpc-cni', { 'v1.21.0-eksbuild.4': ['1.33'] })],
      vpcCni: [],
    },
    findings: [
      {
        ...found,
        fix: 'Update the add-on to 1.20.2 or later once EKS lists such a version for your Kubernetes version.',
      },
    ],
  },
  {
    it: 'says that a defect was reported once, and that no source names a release without it',
    facts: { addons: cni('v1.21.0-eksbuild.4'), addonVersions: [], vpcCni: [] },
    findingsLike: [
      {
        rule: 'defect:1.21.0',
        message: 'vpc-cni v1.21.0-eksbuild.4 has a known defect: it stops (reported once)',
        fix: 'Update the add-on to a newer release once EKS lists such a version for your Kubernetes version. No source names the first release without the defect: read the issue first.',
      },
    ],
  },
  {
    it: 'says first what the update of such a release itself does',
    facts: {
      addons: [anAddon('aws-efs-csi-driver', { version: 'v1.6.0-eksbuild.1' })],
      addonVersions: [anAddonOffer('aws-efs-csi-driver', { 'v1.7.0-eksbuild.1': ['1.33', '1.34'] })],
      vpcCni: [],
    },
    findingsLike: [
      {
        blocks: 'workloads',
        fix: `Replace the nodes.\n\nUpdate the add-on.\n\`\`\`sh\n${update('aws-efs-csi-driver', 'v1.7.0-eksbuild.1')}\n\`\`\``,
      },
    ],
  },
  {
    it: 'adds the permission that the newer release calls and the role lacks, first',
    facts: {
      addons: cni('v1.20.1-eksbuild.3'),
      addonVersions: [offer],
      vpcCni: [],
      componentRights: [seenRights('vpc-cni', { roles: [aRole(['ec2:DescribeInstances'])] })],
    },
    tables: {
      ...tables,
      'release-permissions': [anIamRow('vpc-cni', '1.20.4', ['ec2:DescribeSubnets'], { without: 'it stops' })],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'defect:1.20.1',
        fix: expect.stringMatching(
          /^First, allow role prod-addon what it lacks: ec2:DescribeSubnets[^]*\n\nUpdate the add-on\./,
        ) as string,
      },
      { level: 'warn', rule: 'role-lacks' },
    ],
  },
  {
    it: 'judges a self-managed VPC CNI',
    facts: { addons: [], addonVersions: [offer], vpcCni: aCopy('1.20.1') },
    findingsLike: [
      { rule: 'defect:1.20.1', resource: { kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-node' } },
    ],
  },
  {
    it: 'is unknown for a self-managed VPC CNI whose version cannot be read',
    facts: { addons: [], addonVersions: [], vpcCni: aCopy(null) },
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable' }],
  },
  {
    it: 'leaves a copy to the add-on that manages it',
    facts: { addons: cni('v1.20.2-eksbuild.1'), addonVersions: [offer], vpcCni: aCopy('1.20.1') },
    findings: [],
  },
  {
    it: 'judges a release after the last one that was read if it has a row',
    facts: { addons: cni('v1.24.0-eksbuild.1'), addonVersions: [], vpcCni: [] },
    findingsLike: [{ rule: 'defect:1.24.0' }],
  },
  {
    it: 'does not judge a release after the last one that was read',
    facts: { addons: cni('v1.24.1-eksbuild.1'), addonVersions: [], vpcCni: [] },
    skip: 'not judged: vpc-cni v1.24.1-eksbuild.1, which the table of known defects does not cover',
  },
  {
    it: 'does not apply to add-ons whose changelogs were not read',
    facts: { addons: [anAddon('coredns')], addonVersions: [], vpcCni: [] },
    skip: 'the cluster has no add-on that the table of known defects covers',
  },
];

checkCases(
  check,
  cases.map(({ facts, ...entry }) => ({
    tables,
    ...entry,
    facts: { addonNames: (facts.addons ?? []).map(({ name }) => name), ...facts },
  })),
);

describe('what is recommended', () => {
  const bad = ['v1.20.1-eksbuild.1', 'v1.21.0-eksbuild.4'];

  /** Every set of versions that EKS may list, on both sides of the step, with and without a default. */
  const listings = [['1.33'], ['1.34'], ['1.33', '1.34'], ['1.33*', '1.34*'], ['1.34*'], []];
  const versions = ['v1.19.2-eksbuild.5', 'v1.20.1-eksbuild.1', 'v1.20.4-eksbuild.1', 'v1.21.0-eksbuild.4'];
  const offers = listings.flatMap((first) =>
    listings.flatMap((second) =>
      listings.flatMap((third) =>
        [['1.33'], ['1.33', '1.34']].map((own) =>
          anAddonOffer(
            'vpc-cni',
            Object.fromEntries(
              versions.flatMap((version, index) => {
                const minors = [own, first, second, third][index] ?? [];
                return minors.length === 0 ? [] : [[version, minors]];
              }),
            ),
          ),
        ),
      ),
    ),
  );

  it.each([
    ['1.33', '1.34'],
    ['1.33', '1.33'],
    ['1.34', '1.33'],
  ])('no fix from %s to %s installs a release with a known defect', (current, target) => {
    let printed = 0;
    for (const addonVersions of offers) {
      const worlds = [
        ...versions.map((version) => ({ addons: cni(version), addonNames: ['vpc-cni'], vpcCni: [] })),
        { addons: [], addonNames: [], vpcCni: aCopy('1.19.2') },
      ];
      for (const world of worlds) {
        const entry = { it: '', current, target, facts: { ...world, addonVersions: [addonVersions] }, tables };
        const commands = [compatibility, check].flatMap((one) => commandsIn(one, entry));
        printed += commands.length;
        for (const command of commands) expect(bad.filter((version) => command.includes(version))).toEqual([]);
      }
    }
    expect(printed).toBeGreaterThan(0);
  });

  it('no table names such a release as a minimum or as the newest one', () => {
    const own = loadTable('addon-releases').rows;
    const names = ['component-floors', 'token-floors', 'volume-drivers'] as const;
    const named = names
      .filter((name) => tableNames.includes(name))
      .flatMap((name) => JSON.stringify(loadTable(name).rows).match(/\d+\.\d+\.\d+/g) ?? []);
    expect(named.filter((version) => findDefects(own, 'vpc-cni', version).length > 0)).toEqual([]);
  });

  it('addons/controllers avoids the same releases of the drivers that it judges', () => {
    const own = loadTable('addon-releases').rows;
    const breaks = loadTable('controllers').rows;
    const missing = own.filter(
      (row) =>
        row.rowKind === 'defect' &&
        breaks.some((one) => one.rowKind === 'controller' && one.controller === row.addon) &&
        !breaks.some(
          (one) =>
            one.rowKind === 'break' &&
            one.controller === row.addon &&
            one.below === row.goodAgain &&
            (one.from === row.from || one.only?.includes(row.from) === true),
        ),
    );
    expect(missing).toEqual([]);
  });

  it('every row ends before the release without the defect', () => {
    for (const row of loadTable('addon-releases').rows) {
      if (row.rowKind !== 'defect' || row.goodAgain === null) continue;
      expect(findDefects(loadTable('addon-releases').rows, row.addon, row.goodAgain)).toEqual([]);
      expect(parseAddonVersion(row.from)).toBeDefined();
    }
  });
});
