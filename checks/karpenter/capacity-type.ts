import { advice, commands } from '../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../src/check.ts';
import type { KarpenterPool } from '../../src/facts/karpenter-objects.ts';
import {
  allows,
  capacityRemedy,
  capacityRequirements,
  capacityText,
  capacityType,
} from '../../src/karpenter/capacity.ts';
import { atKarpenterOf, reads, servedFrom } from '../../src/karpenter/generations.ts';
import { ownObjects } from '../../src/karpenter/own-objects.ts';
import { json, sh } from '../../src/languages/shell.ts';
import { whereInstalled } from '../../src/karpenter/installed.ts';

export default defineCheck({
  id: 'karpenter/capacity-type',
  title: 'NodePools that ask for Spot though nobody said so',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `A webhook wrote \`karpenter.sh/capacity-type In [on-demand]\` into every Provisioner that said nothing. Nothing writes
    anything into a NodePool: one without the key may start every type, and Spot is the cheapest, so Spot it is. The comment
    in the documentation of 0.32 ("will default to on-demand") is not true of NodePools. So a NodePool written by hand after a
    Provisioner moves its pods to instances that AWS may take back within two minutes; in an account that never ran Spot, no
    node starts at all: \`AuthFailure.ServiceLinkedRoleCreationNotPermitted: The provided credentials do not have permission
    to create the service-linked role for EC2 Spot Instances\` (see account/spot-service-linked-role). karpenter-convert writes
    the old default into what it makes.

    The same webhook wrote linux, amd64 and, where nothing chose instance types, the categories c, m, r from generation 3 on:
    without
    \`kubernetes.io/os\`, \`kubernetes.io/arch\`, \`karpenter.k8s.aws/instance-category\` and
    \`karpenter.k8s.aws/instance-generation\` a NodePool takes any of them.

    A NodePool that names the key in any way (In, NotIn, Exists, a label of its nodes) has said so, and is silent here. Where no
    version on the path serves Provisioners, the update changes nothing for the pool: the finding belongs after it.`,
  fix: advice`Write the capacity type that is meant into the pool.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodepools/#capacity-type',
    'https://karpenter.sh/v0.32/upgrading/v1beta1-migration/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', 'karpenterPools', 'karpenterPoolKinds'],
  counts: ['karpenterPools'],

  *run({ karpenterPools, karpenterPoolKinds }, { karpenter: { versions } }) {
    const { pools, isRead } = ownObjects({ karpenterPools, karpenterPoolKinds });
    const provisioners = pools.filter(({ kind }) => kind === 'Provisioner');
    const nodePools = pools.filter(({ kind }) => kind === 'NodePool');
    const at = isRead('NodePool') ? versions.find((version) => reads(version, 'NodePool')) : undefined;
    if (at !== undefined && servedFrom(versions, 'Provisioner') !== undefined) {
      const alone = provisioners.filter(({ name }) => !nodePools.some((pool) => pool.name === name));
      for (const pool of alone) if (!allows(pool, 'spot')) yield toBeWritten(pool, at);
    }
    const served = servedFrom(versions, 'NodePool');
    if (served === undefined) return;
    const phase = versions.length > 0 && servedFrom(versions, 'Provisioner') === undefined ? 'after' : 'before';
    for (const pool of nodePools.filter((one) => capacityRequirements(one).length === 0)) {
      const twin = provisioners.find(({ name }) => name === pool.name);
      yield { ...unsaid(pool, twin), phase, ...atKarpenterOf(served) };
    }
  },
});

const required = `${capacityType} said`;

function unsaid(pool: KarpenterPool, twin: KarpenterPool | undefined): Finding {
  const before = twin === undefined || allows(twin, 'spot') ? '' : `; the Provisioner ${twin.name} starts none`;
  return {
    level: 'warn',
    resource: { kind: 'NodePool', name: pool.name },
    remedy: capacityRemedy(pool),
    message: `says nothing of ${capacityType}, so it starts Spot instances first${before}`,
    evidence: [
      { observed: capacityText(pool), required },
      ...(before === '' || twin === undefined
        ? []
        : [{ observed: capacityText(twin), resource: `Provisioner ${twin.name}` }]),
    ],
    fix: advice`Add the requirement, with \`["spot", "on-demand"]\` where Spot is meant. Nodes that break it are
      replaced as drifted.\n${commands(
        sh`kubectl patch nodepool ${pool.name} --type json --patch ${json([
          {
            op: 'add',
            path: '/spec/template/spec/requirements/-',
            value: { key: capacityType, operator: 'In', values: ['on-demand'] },
          },
        ])}`,
      )}`,
  };
}

function toBeWritten(provisioner: KarpenterPool, at: string): Finding {
  const said = capacityText(provisioner);
  return {
    level: 'warn',
    rule: 'provisioner',
    atKarpenter: at,
    resource: { kind: 'Provisioner', name: provisioner.name },
    message: `starts on-demand instances only; a NodePool of ${at} written after it without ${capacityType} starts Spot first`,
    evidence: [{ observed: said, required: `the same in the NodePool ${provisioner.name}` }],
    fix: advice`Write the requirement into the NodePool that takes its place, with \`kubernetes.io/os\`,
      \`kubernetes.io/arch\`, \`karpenter.k8s.aws/instance-category\` and \`karpenter.k8s.aws/instance-generation\` as
      the stored Provisioner has them; karpenter-convert does so (karpenter/alpha-resources has its commands). In an
      account that has no role AWSServiceRoleForEC2Spot a NodePool without the requirement starts no node:
      \`AuthFailure.ServiceLinkedRoleCreationNotPermitted\`. Where Spot is meant,
      ${sh`aws iam create-service-linked-role --aws-service-name spot.amazonaws.com`} creates the role.`,
  };
}
