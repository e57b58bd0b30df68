import { aFargateProfile, runsWith } from '../fargate.ts';
import { aNodeObject, aPodObject } from '../manifests.ts';

const virtual = 'fargate-ip-10-0-64-31.eu-west-1.compute.internal';

/** A profile whose only subnet and whose role were deleted, and one that EKS failed to create. */
export const brokenProfiles = {
  edge: aFargateProfile('edge', { subnets: ['subnet-0ccc'] }),
  lab: aFargateProfile('lab', { status: 'CREATE_FAILED' }),
};

/** A pod that runs with the profile `edge`, and its virtual node. */
export const onFargate = [
  aNodeObject(virtual, {
    kubelet: 'v1.23.17-eks-0a21954',
    osImage: 'Amazon Linux 2',
    labels: { 'eks.amazonaws.com/compute-type': 'fargate' },
  }),
  aPodObject(
    'edge/agent-5c6d7f-2k8wq',
    virtual,
    { kind: 'ReplicaSet', name: 'agent-5c6d7f', hash: '5c6d7f' },
    runsWith('edge'),
  ),
];
