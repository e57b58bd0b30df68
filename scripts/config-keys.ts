import { toVariableName } from '../src/commands/options/environment.ts';
import { checks } from '../checks/index.ts';
import { editorLine } from '../src/commands/accept.ts';
import { toFlag, givenNames, rowOf, variableNames, type OptionName } from '../src/commands/options/options.ts';
import type { KeyClass } from '../src/commands/options/row.ts';
import { thresholdTexts } from '../src/commands/options/policy.ts';
import { clusterKeys } from '../src/commands/options/cluster-entries.ts';
import { acceptDescriptions, policyKeys } from '../src/commands/options/policy-keys.ts';

/** Documents each key of the config file. */

/** By class: whether a config file that was only found in the working directory may set the key. */
const anyFile: { readonly [Class in KeyClass]: string } = {
  chooses: 'yes',
  locates: 'yes, unless the cluster is set elsewhere',
  tightens: 'yes',
  relaxes: 'no: needs `--config`, and is shown in the report headline',
  acts: 'no: needs `--config`',
};

function whoMaySet(name: OptionName): string {
  if (name === 'show') return 'yes, if it is `summary` or `all`';
  return name === 'failOn' ? 'yes, except `never`' : anyFile[rowOf(name).class];
}

/** Builds `docs/config.md`: every key, and what may set it. */
export function configMarkdown(): string {
  const rows = givenNames.map((name) =>
    [
      `\`${name}\``,
      `\`${toFlag(name)}\``,
      variableNames.includes(name) ? `\`${toVariableName(name)}\`` : '',
      whoMaySet(name),
      rowOf(name).help,
    ].join(' | '),
  );
  return [
    '# The config file',
    '',
    'The command line takes precedence over the environment, and the environment over the config file. `eks-preflight config`',
    'shows the effective settings and where each one comes from. Lists are YAML lists, or text with commas. An unknown key is',
    'an error. An empty variable is not set. Relative names of files and plug-ins are relative to the working directory, even in',
    'a config file.',
    '',
    'Name a file with `--config FILE` (or `EKS_PREFLIGHT_CONFIG`). Without it, `eks-preflight.config.yaml` (or `.yml`) in the',
    'working directory is read. That file may come from an untrusted pull request, so it can only set the keys marked `yes`:',
    'with any other key, the command exits with 3 before it runs, reads or writes anything. Symbolic links are not followed.',
    '[docs/pipelines.md](pipelines.md) says from where a pipeline for pull requests takes the file that you name.',
    '',
    '| key | option | variable | allowed without `--config` | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
    ...clustersMarkdown(),
    ...policyMarkdown(),
  ].join('\n');
}

/** The key `clusters`, which only a config file can set. */
function clustersMarkdown(): string[] {
  return [
    '## Several clusters',
    '',
    'Only a config file that is named with `--config` can set `clusters`: up to 1,000 clusters, each with its settings.',
    '`eks-preflight scan --config FILE` scans all of them, unless the command line or the environment names clusters.',
    '`eks-preflight scan prod --config FILE` scans one, with the settings of its entry; so does `collect`.',
    '',
    '```yaml',
    editorLine,
    ...clustersExample,
    '```',
    '',
    ...Object.entries(clusterKeys).map(([key, meaning]) => `- \`${key}\`: ${meaning}`),
    '',
    'What an entry sets precedes the rest of the file, and the command line and the environment precede both; `--region` is only',
    'for entries that name no Region. `accept` and `tags` are added. `gate` applies the acceptances of the entry that fits the',
    'cluster of its report. A name may be in several accounts and Regions: the ARN, the account of `roleArn` and `region` tell the',
    'entries apart. A cluster that is listed by name and by ARN is scanned once if both entries have the same settings. `cluster`,',
    '`allClusters` and `clusters` exclude each other.',
    '',
    'Each cluster is scanned in a separate process, `parallel` of them at the same time. It gets the other options of the command',
    'line, and reads the same config file; the external ID is passed in its environment. `output`, `saveInventory` and `baseline`',
    'must be folders, as in `json=reports/`.',
    '',
  ];
}

/** Keys that only a config file can set. */
function policyMarkdown(): string[] {
  return [
    '## Accepted findings, levels and thresholds',
    '',
    'Only a config file can set these keys.',
    '',
    '| key | allowed without `--config` | meaning |',
    '| --- | --- | --- |',
    ...policyKeys.map((key) => `| \`${key}\` | ${whoMaySet(key)} | ${rowOf(key).help} |`),
    '',
    '```yaml',
    editorLine,
    ...example,
    '```',
    '',
    '`eks-preflight accept ID --report REPORT --reason TEXT --owner NAME --until DATE` prints the lines of `accept` for a',
    'finding, or for all findings of an entry; it writes nothing. Each entry names `id`, or `check` and `resource`, and has all',
    'other keys:',
    '',
    ...Object.entries(acceptDescriptions).map(([key, meaning]) => `- \`${key}\`: ${meaning}`),
    '',
    'An acceptance applies to the level and the step that it names: the finding counts again at a higher level (in the order warn,',
    'unknown, fail) or at an earlier step. It ends at midnight UTC after its last day. With `*` in `resource`, it never accepts an',
    'unknown. Accepted findings stay in the report and are counted as accepted. A warning names entries that have expired, that',
    'match a finding but do not apply to its level or step, and that match nothing.',
    '',
    '`levels` only raises warnings to failures; what follows the update stays a warning. `thresholds` can only be stricter:',
    '',
    ...checks.flatMap((check) => thresholdTexts(check).map((text) => `- \`${check.id}\`: ${text}`)),
    '',
  ];
}

const clustersExample = [
  'output: json=reports/',
  'clusters:',
  '  - name: prod',
  '    region: eu-west-1',
  "    tags: { wave: '2' }",
  '  - name: arn:aws:eks:eu-central-1:444455556666:cluster/payments',
  '    roleArn: arn:aws:iam::444455556666:role/eks-preflight',
  "    externalId: '4b7d1c9e'",
  "    target: '1.34'",
  '    accept:',
  '      - check: nodes/kubelet-skew',
  '        resource: NodeGroup legacy',
  '        level: fail',
  "        at: '1.34'",
  '        reason: replaced by the new group on Friday',
  '        owner: team-payments',
  "        until: '2026-12-31'",
];

const example = [
  'accept:',
  "  - id: '9f2c51d07a6b3e84'",
  '    check: nodes/kubelet-skew',
  '    resource: NodeGroup legacy',
  '    level: fail',
  "    at: '1.34'",
  '    reason: replaced by the new group on Friday',
  '    owner: team-platform',
  "    until: '2026-12-31'",
  '  - check: workloads/pdb-blocks-drain',
  '    resource: PodDisruptionBudget staging/*',
  '    level: fail',
  '    at: now',
  '    reason: staging may be interrupted',
  '    owner: team-shop',
  "    until: '2026-12-31'",
  'levels:',
  '  nodes/version-behind: fail',
  'thresholds:',
  '  control-plane/subnet-ips:',
  '    freeInEachSubnet: 16',
];
