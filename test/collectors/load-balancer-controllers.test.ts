import { expect, it } from 'vitest';
import { aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Pod = { hostNetwork?: boolean; args?: string[]; image?: string };

async function readKnowsVpc({ hostNetwork, args = [], image = 'aws-load-balancer-controller:v2.13.4' }: Pod) {
  const object = aWorkloadObject('Deployment', 'kube-system/aws-load-balancer-controller', {
    labels: { 'app.kubernetes.io/name': 'aws-load-balancer-controller' },
  });
  const spec = object['spec'] as { template: { spec: Record<string, unknown> } };
  const containers = [{ name: 'controller', image: `registry.example/${image}`, args }];
  const template = { ...spec.template, spec: { ...spec.template.spec, hostNetwork, containers } };
  const { readings } = await kubeFacts([{ ...object, spec: { ...spec, template } }], ['loadBalancerControllers']);
  const reading = readings.loadBalancerControllers;
  return reading?.ok === true ? reading.value.map(({ knowsVpc }) => knowsVpc) : reading;
}

it.each<[string, Pod, boolean | undefined]>([
  ['an argument names it', { args: ['--cluster-name=prod', '--aws-vpc-id=vpc-0a1'] }, true],
  ['the next argument names it', { args: ['--aws-vpc-id', 'vpc-0a1'] }, true],
  ['tags name it', { args: ['--aws-vpc-tags=Name=prod'] }, true],
  ['it uses the network of the node', { hostNetwork: true }, true],
  ['no argument names it', { args: ['--cluster-name=prod', '--aws-region=eu-west-1'] }, false],
  ['the argument is empty', { args: ['--aws-vpc-id='] }, false],
  ['the image has another name', { image: 'lbc:v2.13.4', args: ['--aws-vpc-id=vpc-0a1'] }, undefined],
])('tells whether a load balancer controller knows its VPC: %s', async (_what, pod, expected) => {
  expect(await readKnowsVpc(pod)).toEqual([expected]);
});
