import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { judge, type JudgeInput } from '../../src/judge/engine.ts';
import { expectNoLoss, losses, takenApart, type PrintedFix } from './forbidden-commands.ts';
import { withoutLine } from '../laws/command-table/table.ts';
import { lostMembers } from '../laws/kept-members.ts';
import { takenBack } from '../laws/taken-back.ts';
import { reportCommands } from '../live/printed-commands.ts';
import { readStoredInput } from '../judge/stored-input.ts';
import { storedNames } from '../world/stored.ts';

/**
 * A printed command never loses data. These tests try the fixes of every stored inventory; test/checks/cases.ts tries
 * those of every row of a table of cases. test/e2e/forbidden-commands.ts lists the forbidden commands.
 */

function toFacts({ readings }: JudgeInput): Partial<Facts> {
  return Object.fromEntries(
    Object.entries(readings).flatMap(([name, reading]) => (reading.ok ? [[name, reading.value]] : [])),
  );
}

describe.each(storedNames())('%s', (name) => {
  const input = readStoredInput(name);

  it.each(checks.map((check) => [check.id, check] as const))('prints nothing that loses data: %s', (id, check) => {
    for (const { fix, commands, undo } of judge(check, input).findings) {
      for (const one of [{ fix, commands }, undo ?? []].flat()) {
        expectNoLoss({ check: id, text: one.fix, commands: one.commands, facts: toFacts(input) });
        expect(takenBack(one.commands)).toEqual([]);
        expect(withoutLine(one.commands.flatMap(takenApart))).toEqual([]);
        expect(lostMembers({ check: id, text: one.fix, commands: one.commands, facts: toFacts(input) })).toEqual([]);
      }
    }
  });
});

it('the table of commands has a line for what reports print besides the fixes of checks', () => {
  const printed = reportCommands();
  expect(printed.length).toBeGreaterThan(10);
  expect(withoutLine(printed.flatMap(takenApart))).toEqual([]);
});

/** A fix of these commands, as a check prints it. */
function fix(commands: readonly string[], more: Partial<PrintedFix> = {}): PrintedFix {
  return { check: 'workloads/any', text: ['```sh', ...commands, '```'].join('\n'), commands, facts: {}, ...more };
}

const cart = { kind: 'Deployment', namespace: 'shop', name: 'cart', replicas: 1, labels: {} };
const template = { containers: [], hostPaths: [], configMaps: [] };
const withCart = (claims?: boolean): Partial<Facts> => ({
  deployments: [{ ...cart, ...template, ...(claims === undefined ? {} : { claims }) }],
});
const getRole = 'aws iam get-role --role-name r --query Role.AssumeRolePolicyDocument';
const replace = "aws iam update-assume-role-policy --role-name r --policy-document '{}'";

describe('a fix takes nothing back', () => {
  const pdb = (limit: string) => `kubectl -n shop patch pdb cart --type merge -p '{"spec":${limit}}'`;

  it.each([
    [pdb('{"maxUnavailable":1}'), `${pdb('{"maxUnavailable":0}')}   # after the update`],
    [pdb('{"minAvailable":null,"maxUnavailable":1}'), pdb('{"minAvailable":"100%","maxUnavailable":null}')],
    ['kubectl -n shop scale deployment/cart --replicas=0', 'kubectl -n shop scale deployment/cart --replicas=2'],
    ['kubectl drain a --ignore-daemonsets', 'kubectl uncordon a'],
    [
      'kubectl annotate node a karpenter.sh/do-not-disrupt=true',
      'kubectl annotate node a karpenter.sh/do-not-disrupt-',
    ],
    ['kubectl -n shop set env deployment/cart A=1', 'kubectl -n shop set env deployment/cart A=2'],
    ['aws autoscaling suspend-processes --name g', 'aws autoscaling resume-processes --name g'],
    [
      'aws ec2 modify-vpc-attribute --vpc-id v --enable-dns Value=true',
      'aws ec2 modify-vpc-attribute --vpc-id v --enable-dns Value=false',
    ],
  ])('refuses %s before %s', (first, second) => {
    expect(takenBack([first, second])).not.toEqual([]);
    expect(takenBack([first, 'kubectl get pods', second])).not.toEqual([]);
  });

  it.each([
    [pdb('{"maxUnavailable":1}'), pdb('{"maxUnavailable":1}')],
    [pdb('{"maxUnavailable":1}'), pdb('{"maxUnavailable":0}').replace('cart', 'search')],
    [pdb('{"maxUnavailable":1}'), pdb('{"maxUnavailable":0}').replace('shop', 'billing')],
    ['kubectl drain a --ignore-daemonsets', 'kubectl uncordon b'],
  ])('lets %s before %s be', (first, second) => {
    expect(takenBack([first, second])).toEqual([]);
  });

  it('lets a node be used again after what is done on it', () => {
    expect(
      takenBack(['kubectl drain a', 'sudo nodeadm upgrade 1.34   # on the node itself', 'kubectl uncordon a']),
    ).toEqual([]);
  });
});

describe('the law', () => {
  it.each([
    ['kubectl -n shop scale statefulset/db --replicas=2'],
    ['kubectl scale --replicas=2 sts db'],
    ['kubectl get sts | kubectl -n shop scale statefulsets.apps/db --replicas 2'],
    ['kubectl -n shop scale deployment/cart --replicas=2'],
    ['kubectl delete crd nodepools.karpenter.sh'],
    ['kubectl delete ns/shop'],
    ['kubectl -n shop delete pvc data-db-0'],
    ['kubectl delete pod,persistentvolumeclaims -l app=db'],
    ['kubectl delete pods --all'],
    ['aws ec2 delete-volume --volume-id vol-0a1'],
    ['aws iam delete-role --role-name r'],
    [replace],
    ['aws eks update-cluster-config --name prod --upgrade-policy supportType=STANDARD'],
    ['aws eks update-nodegroup-version --cluster-name prod --nodegroup-name a --force'],
    ['kubectl -n shop delete pod db-0 --force'],
    ['kubectl -n shop delete pod db-0 --grace-period=0'],
    ['kubectl drain a --ignore-daemonsets --force'],
    ['kubectl drain a --ignore-daemonsets --disable-eviction'],
    ['A=$(kubectl delete pv x) true'],
    ['helm uninstall karpenter-crd -n kube-system'],
    ['kubectl patch crd x --type merge -p \'{"metadata":{"finalizers":null}}\''],
    ['aws eks update-addon --cluster-name prod --addon-name a && aws eks wait addon-active --cluster-name prod'],
    ['aws ec2 create-tags --resources INSTANCE_IDS --tags Key=a,Value=b'],
    ['aws eks create-nodegroup --nodegroup-name a --node-role NODE_ROLE_ARN'],
  ])('refuses %s', (command) => {
    expect(losses(fix([command]))).not.toEqual([]);
  });

  it('lets a placeholder be that the text names', () => {
    const named = fix(['aws eks create-nodegroup --nodegroup-name a --node-role NODE_ROLE_ARN']);
    expect(losses({ ...named, text: `Replace NODE_ROLE_ARN.\n${named.text}` })).toEqual([]);
  });

  it('lets a Deployment be scaled only where it is known to mount no claim', () => {
    const scale = fix(['kubectl -n shop scale deployment/cart --replicas=2']);
    expect(losses({ ...scale, facts: withCart(false) })).toEqual([]);
    expect(losses({ ...scale, facts: withCart(true) })).toHaveLength(1);
    expect(losses({ ...scale, facts: withCart() })).toHaveLength(1);
  });

  it('lets a trust policy be replaced where the text says so and shows it first', () => {
    const said = 'The command replaces the whole policy; look at it first.\n';
    const both = fix([getRole, replace]);
    expect(losses({ ...both, text: `${said}${both.text}` })).toEqual([]);
    expect(losses(both)).toHaveLength(1);
    const alone = fix([replace]);
    expect(losses({ ...alone, text: `${said}${alone.text}` })).toHaveLength(1);
  });

  it.each([
    ['kubectl drain a --ignore-daemonsets --delete-emptydir-data'],
    ['kubectl delete node a'],
    ['kubectl -n shop delete pod db-0'],
    ['kubectl -n kube-system rollout restart daemonset/kube-proxy'],
    ['aws eks update-cluster-config --name prod --upgrade-policy supportType=EXTENDED'],
    ['aws eks delete-addon --cluster-name prod --addon-name a --preserve'],
    ['aws eks create-addon --cluster-name prod --addon-name a && aws eks wait addon-active --cluster-name prod'],
    ['kubectl get nodes -o custom-columns=NAME:.metadata.name'],
  ])('lets %s be', (command) => {
    expect(losses(fix([command]))).toEqual([]);
  });
});
