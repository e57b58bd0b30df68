import { describe, expect, it } from 'vitest';
import { taskMarkdown } from '../../../src/formats/markdown/plan.ts';
import { taskText } from '../../../src/formats/text/plan/one-task.ts';
import { aCluster, anAddon, aNode, aNodegroup } from '../../../src/custom-checks/testing/samples.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { ObjectOwner } from '../../../src/facts/owner.ts';
import { addonTasks } from '../../../src/report/plan/addon-tasks.ts';
import { aroundDrains } from '../../../src/report/plan/around-drains.ts';
import { aroundPause } from '../../../src/report/plan/around-pause.ts';
import { controlPlaneTasks } from '../../../src/report/plan/control-plane-tasks.ts';
import type { Draft, Known } from '../../../src/report/plan/draft.ts';
import { fixTask } from '../../../src/report/plan/fix-task.ts';
import { toEntries } from '../../../src/report/entries.ts';
import { findProgram } from '../../../src/report/plan/draft-task.ts';
import { karpenterTasks } from '../../../src/report/plan/karpenter-tasks.ts';
import { nodeTasks } from '../../../src/report/plan/node-tasks.ts';
import { managedText, unseenManagersText } from '../../../src/report/plan/managed-text.ts';
import { rollbackTask } from '../../../src/report/plan/rollback-steps.ts';
import { aKarpenter } from '../../checks/cases.ts';
import { aNodeClass, aNodePool, aTerm, theCrds } from '../../checks/karpenter/objects.ts';
import { aPlan, asShown, aTask } from '../../formats/plan/a-plan.ts';
import { aFinding } from '../reported-finding.ts';
import { toKnown } from './known.ts';
import { makeKnown } from './nodes-known.ts';

/** What manages the object of each task, from its facts. */

type Tags = Record<string, string>;
type Managed = NonNullable<Draft['managed']>;

const tagged = { ...aCluster, tags: {} };
const stack = (name: string): Tags => ({ 'aws:cloudformation:stack-name': name });
const terraform: Tags = { ManagedBy: 'Terraform' };
const eksctl: Tags = { ...stack('eksctl-prod-nodegroup-blue'), 'alpha.eksctl.io/cluster-name': 'prod' };
const label = { 'alpha.eksctl.io/nodegroup-name': 'blue' };

function groupTask(
  more: Partial<Facts['nodegroups'][number]>,
  known: Partial<Pick<Known, 'cluster'>> = { cluster: tagged },
): Draft {
  const nodes = [aNode('a', 'v1.33.1', { computeType: 'managed', group: 'blue' })];
  return only(nodeTasks(makeKnown({ nodes, nodegroups: [aNodegroup('blue', more)] }, known)));
}

function only(tasks: readonly Draft[]): Draft {
  const [task, ...others] = tasks;
  if (task === undefined || others.length > 0) throw new Error(`not one task: ${tasks.map(({ id }) => id).join(', ')}`);
  return task;
}

const named = 'the tags of the node group name it';

describe('the manager of a node group', () => {
  it.each<[string, Tags, string, Partial<Managed>]>([
    ['Terraform', terraform, 'Terraform', { by: 'Terraform', source: named, commands: ['terraform apply'] }],
    ['OpenTofu', { opentofu: 'yes' }, 'OpenTofu', { by: 'OpenTofu', source: named, commands: ['tofu apply'] }],
    [
      'perhaps Terraform',
      { Repo: 'terraform-eks' },
      'Terraform',
      { by: 'Terraform (assumed)', source: 'the tag `Repo` of the node group suggests it' },
    ],
    [
      'eksctl',
      eksctl,
      'eksctl',
      {
        by: 'eksctl (stack eksctl-prod-nodegroup-blue)',
        source: named,
        where:
          'Run `eksctl upgrade nodegroup --region eu-west-1 --cluster prod --name blue --kubernetes-version 1.34`.',
      },
    ],
    [
      'CloudFormation',
      { ...stack('nodes'), 'aws:cloudformation:logical-id': 'Blue' },
      'CloudFormation',
      {
        by: 'CloudFormation (stack nodes)',
        where:
          'Change `Version` of `AWS::EKS::Nodegroup` in the template of the stack nodes (logical ID Blue) or the code that generates it, and update the stack.',
        commands: [],
      },
    ],
    ['the CDK', { ...stack('N'), 'aws-cdk:x': 'y' }, 'AWS CDK', { by: 'AWS CDK (stack N)', commands: ['cdk deploy'] }],
    ['Crossplane', { 'crossplane-name': 'blue' }, 'Crossplane', { by: 'Crossplane (blue)', source: named }],
    ['ACK', { 'services.k8s.aws/namespace': 'infra' }, 'ACK', { by: 'ACK (namespace infra)', source: named }],
    [
      'two that contradict each other',
      { ...eksctl, ...terraform },
      'eksctl or Terraform',
      {
        by: 'eksctl (stack eksctl-prod-nodegroup-blue) and Terraform',
        source: 'the tags of the node group name both: find out which one still manages it',
        commands: [
          'eksctl upgrade nodegroup --region eu-west-1 --cluster prod --name blue --kubernetes-version 1.34',
          'terraform apply',
        ],
      },
    ],
    ['none', { team: 'shop' }, 'aws', { by: 'manager not seen', source: 'the tags of the node group name none' }],
  ])('%s', (_, tags, by, managed) => {
    const task = groupTask({ tags });
    expect(task.by).toBe(by);
    expect(task.managed).toMatchObject({ bypassed: by !== 'aws', ...managed });
    expect(task.how.commands[0]).toContain('aws eks update-nodegroup-version');
  });

  it.each<[string, Draft, string, string]>([
    ['not read', groupTask({}, {}), 'manager not seen', 'the tags of the node group were not read'],
    ['without any tag', groupTask({ tags: {} }), 'manager not seen', 'the tags of the node group name none'],
    ['in labels of nodes only', groupTask({ labels: label }), 'eksctl', 'the labels of the node group name it'],
    [
      'in labels and in tags',
      groupTask({ labels: label, tags: terraform }),
      'eksctl and Terraform',
      'the tags and labels of the node group name both: find out which one still manages it',
    ],
  ])('%s', (_, task, by, source) => {
    expect(task.managed).toMatchObject({ by, source });
  });

  it('is that of the launch template with a custom AMI', () => {
    const { managed } = groupTask({ amiType: 'CUSTOM', version: '1.33', tags: terraform });
    expect(managed?.where).toContain('`launch_template.version` of `aws_eks_node_group`');
  });

  it.each<[string, Tags, string[]]>([
    [
      'one argument',
      terraform,
      ['If one argument sets the version of several groups, the same change updates node group green, too.'],
    ],
    ['one stack', stack('nodes'), ['The same update of the stack can change node group green, too.']],
    ['a command for each group', eksctl, []],
    ['no manager', {}, []],
  ])('may update several groups at once: %s', (_, tags, notes) => {
    const nodegroups = ['blue', 'green'].map((name) => aNodegroup(name, { tags }));
    const [task] = nodeTasks(makeKnown({ nodegroups }));
    expect(task?.notes.filter((note) => /\bsame\b/.test(note))).toEqual(notes);
  });
});

describe('a group that replaces another one', () => {
  const finding = aFinding({
    fingerprint: 'a1',
    check: 'nodes/amazon-linux-2',
    resource: { kind: 'NodeGroup', name: 'old', text: 'NodeGroup old' },
    remedy: 'update-nodegroup:old',
    creates: 'new',
    fix: 'Create a group.',
    commands: ['aws eks create-nodegroup'],
  });
  const tags = { ...stack('nodes'), 'aws:cloudformation:logical-id': 'Old' };
  const facts = {
    nodes: [aNode('a', 'v1.30.1', { computeType: 'managed', group: 'old' })],
    nodegroups: [aNodegroup('old', { version: '1.30', amiType: 'AL2_x86_64', tags })],
  };
  const [replace, update] = nodeTasks(makeKnown(facts, { found: [finding] }));

  it('has its manager, without the names of the old group', () => {
    expect(replace?.managed?.where).toBe(
      'Change `AmiType` of `AWS::EKS::Nodegroup` in the template of the stack nodes (logical ID Old) or the code that generates it, and update the stack. CloudFormation replaces the node group: if the template sets `NodegroupName`, change it, too.',
    );
    expect(update?.managed).toMatchObject({
      source: 'the tags of node group old name it',
      where:
        'Change `Version` of `AWS::EKS::Nodegroup` in the template of the stack nodes or the code that generates it, and update the stack.',
    });
    expect(update?.by).toBe('CloudFormation');
  });
});

const scaling = (name: string, tags?: Tags): Facts['autoScalingGroups'][number] => ({
  name,
  nodegroup: null,
  maxSize: 3,
  mixedInstances: null,
  instanceIds: [`i-${name}`],
  ...(tags === undefined ? {} : { tags }),
});

describe('the manager of self-managed nodes', () => {
  const selfManaged = (name: string, group: string | null = null) =>
    aNode(name, 'v1.33.1', { computeType: 'self-managed', group, instanceId: `i-${name}` });

  it.each<[string, Partial<Facts>, string, Partial<Managed>]>([
    [
      'of its Auto Scaling group',
      { nodes: [selfManaged('a')], autoScalingGroups: [scaling('a', terraform)] },
      'Terraform',
      { by: 'Terraform', source: 'the tags of Auto Scaling group a name it', bypassed: true },
    ],
    [
      'of each Auto Scaling group',
      {
        nodes: [selfManaged('a'), selfManaged('b')],
        autoScalingGroups: [scaling('a', terraform), scaling('b', stack('s'))],
      },
      'Terraform or CloudFormation',
      {
        by: 'Terraform and CloudFormation (stack s)',
        source: 'the tags of Auto Scaling group a name it; the tags of Auto Scaling group b name it',
      },
    ],
    [
      'of eksctl, by its labels',
      { nodes: [selfManaged('a', 'batch')], autoScalingGroups: [scaling('a')] },
      'eksctl',
      { by: 'eksctl', source: 'the labels of the nodes name it', bypassed: false },
    ],
  ])('%s', (_, facts, by, managed) => {
    const task = only(nodeTasks(makeKnown(facts, { cluster: tagged })));
    expect(task).toMatchObject({ by, managed });
  });
});

const byHelm: ObjectOwner = { release: 'shop', releaseNamespace: 'apps', managedBy: 'Helm' };
const byArgo: ObjectOwner = {
  release: null,
  releaseNamespace: null,
  managedBy: 'Argo CD',
  applier: { kind: 'Application', namespace: 'argocd', name: 'shop' },
};
const byFlux: ObjectOwner = {
  ...byArgo,
  managedBy: 'Flux',
  applier: { kind: 'HelmRelease', namespace: 'flux', name: 'karpenter' },
};

function controlPlane(cluster: Facts['cluster'], facts: Partial<Facts> = {}): Draft | undefined {
  return controlPlaneTasks(makeKnown(facts, { cluster })).find(({ kind }) => kind === 'control-plane');
}

describe('the manager of the cluster', () => {
  it.each<[string, Facts['cluster'], string, string, boolean]>([
    ['Terraform', { ...aCluster, tags: terraform }, 'Terraform', 'the tags of the cluster name it', true],
    ['eksctl', { ...aCluster, tags: { 'alpha.eksctl.io/cluster-name': 'prod' } }, 'eksctl', '', true],
    ['none', tagged, 'aws', 'the tags of the cluster name none', false],
    ['not read', aCluster, 'aws', 'the tags of the cluster were not read', false],
  ])('%s', (_, cluster, by, source, bypassed) => {
    const task = controlPlane(cluster);
    expect(task).toMatchObject({ by, managed: { bypassed } });
    expect(task?.managed?.source).toContain(source);
  });

  it('may update node groups before the hold', () => {
    const nodegroups = [aNodegroup('blue', { tags: terraform }), aNodegroup('green')];
    const notes = controlPlane({ ...aCluster, tags: terraform }, { nodegroups })?.notes ?? [];
    expect(notes.at(-1)).toMatch(
      /^The same apply may update node group blue before the hold, if .* keep them at 1\.33, .*`kubernetes_version` in `eks_managed_node_groups`/,
    );
    expect(controlPlane(tagged, { nodegroups })?.notes).not.toContainEqual(expect.stringContaining('same apply'));
  });

  it('has the version of before a rollback', () => {
    const known = makeKnown({}, { cluster: { ...aCluster, tags: terraform }, target: 33 });
    const task = rollbackTask({ ...known, path: { current: 34, target: 33, versions: [34, 33] } });
    expect(task).toMatchObject({ by: 'Terraform', managed: { by: 'Terraform', commands: [] } });
    expect(task.notes.at(-1)).toMatch(/^Set 1\.33 where Terraform has the version of the cluster, too: /);
  });
});

describe('the manager of an add-on, of Karpenter and of objects of Kubernetes', () => {
  it('is that of the add-on', () => {
    const versions = ['v1.13.2-eksbuild.24', 'v1.12.4-eksbuild.1'].map((version, index) => ({
      version,
      compatibilities: [{ cluster: index === 0 ? '1.34' : '1.33', platforms: [], isDefault: true }],
    }));
    const found = aFinding({
      check: 'addons/compatibility',
      resource: { kind: 'EKS add-on', name: 'coredns', text: 'EKS add-on coredns' },
      level: 'warn',
      phase: 'after',
    });
    const facts = {
      addons: [anAddon('coredns', { tags: terraform })],
      addonVersions: [{ name: 'coredns', owner: 'aws', publisher: 'eks', versions }],
    };
    const tasks = addonTasks(toKnown(facts, { found: [found] }));
    expect(tasks.at(-1)).toMatchObject({ by: 'Terraform', managed: { source: 'the tags of the add-on name it' } });
    expect(tasks.at(-1)?.managed?.where).toContain('`addon_version` of `aws_eks_addon`');
  });

  it.each<[ObjectOwner | undefined, string, string, boolean]>([
    [byHelm, 'helm', 'Helm (release apps/shop)', false],
    [byFlux, 'Flux', 'Flux (HelmRelease flux/karpenter)', false],
    [undefined, 'helm', 'manager not seen', false],
  ])('is that of the Deployment of Karpenter (%#)', (owner, by, manager, bypassed) => {
    const { owner: _owner, ...installed } = aKarpenter({ version: '1.5.8' });
    const controller = owner === undefined ? installed : { ...installed, owner };
    const known = toKnown({ karpenterControllers: [controller], karpenterCrds: theCrds() }, { to: '1.8.8' });
    const task = karpenterTasks(known).find(({ id }) => id === 'karpenter:controller:1.8.8');
    expect(task).toMatchObject({ by, managed: { by: manager, bypassed } });
  });

  it.each<[string, Partial<Facts['podDisruptionBudgets'][number]> | undefined, string, string]>([
    [
      'Helm',
      { appliedBy: byHelm },
      'helm',
      'Helm (release apps/shop): the labels and annotations of the budget name it.',
    ],
    ['an operator', { owner: { apiGroup: 'x.io', kind: 'Shop', name: 'a' } }, 'Shop', 'Shop a (x.io): the owner '],
    ['none', {}, 'kubectl', 'not seen: the labels and annotations of the budget name none. If a template, '],
    ['not read', undefined, 'kubectl', 'not seen: the labels and annotations of the budget were not read.'],
  ])('is that of a budget: %s', (_, more, by, text) => {
    const resource = { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'cart', text: 'x' };
    const found = aFinding({
      resource,
      fix: 'Open it.',
      commands: ['kubectl patch'],
      undo: { fix: 'x', commands: [] },
    });
    const budget = { namespace: 'shop', name: 'cart', owner: null, ...more } as Facts['podDisruptionBudgets'][number];
    const facts = more === undefined ? {} : { podDisruptionBudgets: [budget] };
    const drain = { ...groupTask({}), disturbs: { nodes: 1, pods: 0, text: [] } };
    const [lower, , restore] = aroundDrains([drain], makeKnown(facts, { found: [found] }));
    if (lower === undefined) throw new Error('not lowered');
    expect(lower.by).toBe(by);
    expect(managedText(lower)).toContain(text);
    expect(restore?.managed?.by).toBe(lower.managed?.by);
  });

  it('is that of the paused NodePools, and of the node class', () => {
    const pools = [aNodePool('a', { owner: byArgo }), aNodePool('b')];
    const byAlias = aNodeClass('default', { owner: byArgo });
    const byId = { ...byAlias, alias: null, terms: { ...byAlias.terms, amis: [aTerm({ id: 'ami-0a' })] } };
    const facts = {
      karpenterControllers: [aKarpenter()],
      karpenterPools: pools,
      nodes: [aNode('k', 'v1.33.1', { computeType: 'karpenter', group: 'a' })],
    };
    const knownWith = (nodeClass: typeof byAlias) => ({
      ...toKnown({ nodegroups: [], fargateWorkloads: [], karpenterNodeClasses: [nodeClass], ...facts }),
      cluster: tagged,
    });
    const known = knownWith(byAlias);
    const [pause] = aroundPause(controlPlaneTasks(known), known).filter(({ id }) => id.startsWith('lower:nodepools'));
    expect(pause).toMatchObject({
      by: 'Argo CD',
      managed: {
        by: 'Argo CD (Application argocd/shop) and manager not seen',
        source: 'the labels and annotations of NodePool a name it; the labels and annotations of NodePool b name none',
        where:
          'NodePool a: change the NodePool in the repository that `spec.source` of the Application names, and run `argocd app sync shop`.',
      },
    });
    const moved = nodeTasks(knownWith(byId)).find(({ id }) => id.startsWith('nodes:karpenter/a'));
    expect(moved).toMatchObject({
      by: 'Argo CD',
      managed: { source: 'the labels and annotations of the node class name it', bypassed: false },
    });
  });
});

describe('the manager in a fix', () => {
  it.each<[readonly (readonly string[] | undefined)[], string]>([
    [[['Terraform']], 'Terraform'],
    [[['Terraform'], ['eksctl', 'Terraform']], 'Terraform or eksctl'],
    [[['Helm']], 'helm'],
    [[undefined], 'aws'],
  ])('does its task: %j', (managers, by) => {
    const findings = managers.map((own, index) =>
      aFinding({ fingerprint: `${index}`, remedy: 'x', commands: ['aws iam x'], ...(own && { managers: [...own] }) }),
    );
    const known = makeKnown({}, { found: findings });
    expect(toEntries(findings, known.steps).map((entry) => fixTask(entry, known).by)).toEqual([by]);
  });

  it('is listed with the tasks whose manager was not seen, unless it was', () => {
    const unseen = { by: 'manager not seen', source: 'x', commands: [], bypassed: false };
    const tasks = [
      aTask('a', { kind: 'fix', by: 'aws', how: { text: 'x', commands: ['aws eks update-addon x'] } }),
      aTask('e', { kind: 'fix', by: 'aws' }),
      aTask('b', { kind: 'fix', by: 'Terraform' }),
      aTask('c', { kind: 'nodes', by: 'aws', managed: unseen }),
      aTask('d', { kind: 'nodes', by: 'kubectl' }),
    ].map((task, index) => ({ ...task, number: index + 1 }));
    const planned = aPlan(tasks);
    expect(unseenManagersText(planned)).toMatch(/^Manager not seen for tasks 1 and 4: /);
    expect(unseenManagersText({ plan: { ...planned.plan, tasks: tasks.slice(1, 3) } })).toBeUndefined();
  });
});

describe('the text', () => {
  const shown = (managed: Managed, text = 'Run it.') => {
    const task = aTask('nodes:a', { by: 'Terraform', managed, how: { text, commands: ['aws eks x'] } });
    const document = asShown(aPlan([task]));
    return {
      text: taskText(task, document, { columns: 80, color: false, all: false }),
      md: taskMarkdown(task, document),
    };
  };
  const { managed: known } = groupTask({ tags: terraform });
  if (known === undefined) throw new Error('no manager');

  it('says what manages it, where to change it, and when to use the direct command', () => {
    const { text, md } = shown(known);
    expect(text).toMatch(
      /^By {10}Terraform\nManaged by {2}Terraform: the tags of the node group name it\. Change\n {12}`/m,
    );
    expect(text).toMatch(/Use the direct command below only if nothing else manages\n {12}it\.\n\nDo {10}Run it\./);
    expect(md).toMatch(/Managed by: Terraform: .* `terraform apply`\. .* Use the direct command below only if nothing/);
  });

  it('does not repeat what the fix says', () => {
    const { text } = shown(known, `${known.where ?? ''}\nThe direct command, if nothing else manages it:`);
    expect(text).toMatch(/^Managed by {2}Terraform: the tags of the node group name it\.\n\n?/m);
    expect(text).not.toContain('Use the direct');
  });

  it.each(['```sh\nrm -rf /\n```', '$(touch PWNED)', '[x](javascript:y)', '<img src=x>', '::error::x', 'a`b'])(
    'has no command or markup of the hostile tag %j',
    (hostile) => {
      const owners: Tags[] = [
        { ...stack(`eksctl-${hostile}`), 'alpha.eksctl.io/cluster-name': hostile },
        { ...stack(hostile), 'aws:cloudformation:logical-id': hostile },
        { 'crossplane-name': hostile },
        { [`terraform${hostile}`]: 'yes' },
        { [`x${hostile}`]: 'terraform-x' },
      ];
      for (const tags of owners) {
        const task = groupTask({ tags });
        const { md, text } = shown(task.managed ?? known);
        expect(md.split('\n').filter((line) => line.trim().startsWith('```')).length % 2).toBe(0);
        expect(md.replaceAll(/`[^`\n]*`/g, '')).not.toMatch(/\]\(|<img|::error/);
        expect(`${md}\n${text}`).not.toMatch(/^\s*(?:rm -rf|\$\(touch|::error)/m);
      }
    },
  );

  it.each([
    [['terraform apply', 'aws eks x'], 'Terraform'],
    [['argocd app sync a', 'kubectl x'], 'Argo CD'],
    [['update=$(aws eks x)'], 'aws'],
    [['eks-preflight scan --x'], 'scan'],
    [[], 'by hand'],
  ])('names the program of %j', (commands, program) => {
    expect(findProgram(commands)).toBe(program);
  });
});
