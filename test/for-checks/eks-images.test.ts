import { expect, it } from 'vitest';
import { readEksImage } from '../../src/for-checks/eks-images.ts';

it.each([
  ['amazon-eks-node-al2023-x86_64-standard-1.33-v20251103', 'AL2023', 33, '20251103'],
  ['amazon-eks-node-al2023-arm64-nvidia-1.31-v20250103', 'AL2023', 31, '20250103'],
  ['amazon-eks-node-1.30-v20240703', 'AL2', 30, '20240703'],
  ['amazon-eks-arm64-node-1.30-v20240703', 'AL2', 30, '20240703'],
  ['amazon-eks-gpu-node-1.30-v20240703', 'AL2', 30, '20240703'],
  ['bottlerocket-aws-k8s-1.30-x86_64-v1.20.3-5d9ac849', 'BOTTLEROCKET', 30, null],
  ['bottlerocket-aws-k8s-1.32-nvidia-aarch64-v1.48.0-1a2b3c4d', 'BOTTLEROCKET', 32, null],
  ['Windows_Server-2022-English-Core-EKS_Optimized-1.30-2024.07.10', 'WINDOWS', 30, null],
])('reads %s', (name, family, kubernetes, release) => {
  expect(readEksImage(name)).toEqual({ name, family, kubernetes, release });
});

it.each([
  'golden-1.33-v20251103',
  'my-amazon-eks-node-1.30-v20240703',
  'amazon-eks-node-1.30-v20240703-hardened',
  'al2023-ami-2023.9.20251014.0-kernel-6.1-x86_64',
  'bottlerocket-aws-ecs-2-x86_64-v1.20.3-5d9ac849',
  '',
])('reads nothing from %j', (name) => {
  expect(readEksImage(name)).toBeUndefined();
});
