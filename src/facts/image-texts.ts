import { publicText } from './marks.ts';

/** Public texts about the images and launch templates of nodes; an expression here follows the rule of `public-texts.ts`. */

/** `1.33.5-20251103`; Bottlerocket: `1.12.0-6ef1139f`; Windows: `1.33-2025.11.03`; custom image: its id, a name. */
export const nodeRelease = () => publicText(/^1\.\d+\.\d+-(?:\d{8}|[0-9a-f]{8})$/, /^\d+\.\d+-\d{4}\.\d{2}\.\d{2}$/);

/** Names of images that AWS publishes for EKS (`amazon-eks-node-1.32-v20251103`), and of parameters with their ids. */
export const eksImageName = () =>
  publicText(
    /^amazon-eks-node-al2023-(?:x86_64|arm64)-(?:standard|nvidia|neuron)-1\.\d{1,3}-v\d{8}$/,
    /^amazon-eks-(?:arm64-|gpu-)?node-1\.\d{1,3}-v\d{8}$/,
    /^bottlerocket-aws-k8s-1\.\d{1,3}(?:-nvidia|-fips){0,2}-(?:x86_64|aarch64)-v\d{1,3}\.\d{1,3}\.\d{1,3}-[0-9a-f]{8}$/,
    /^(?:\/aws\/service\/ami-windows-latest\/)?Windows_Server-\d{4}-English-(?:Core|Full)-EKS_Optimized-1\.\d{1,3}(?:-\d{4}\.\d{2}\.\d{2}|\/image_id(?::\d{1,6})?)$/,
    /^\/aws\/service\/eks\/optimized-ami\/1\.\d{1,3}\/amazon-linux-2(?:023)?(?:-arm64|-gpu)?(?:\/(?:x86_64|arm64)\/(?:standard|nvidia|neuron))?\/(?:recommended|amazon-eks-[\w.-]{1,80})\/image_id(?::\d{1,6})?$/,
    /^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d{1,3}(?:-nvidia|-fips){0,2}\/(?:x86_64|arm64)\/(?:latest|\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[0-9a-f]{8})?)\/image_id(?::\d{1,6})?$/,
  );

/** The version of a launch template, as a group refers to it. */
export const templateVersionText = () => publicText(/^\d{1,6}$/, ['$Latest', '$Default']);

/** https://docs.aws.amazon.com/eks/latest/APIReference/API_Nodegroup.html */
export const amiType = () =>
  publicText(
    /^AL2_(?:x86_64|x86_64_GPU|ARM_64)$/,
    /^AL2023_(?:x86_64|ARM_64)_(?:STANDARD|NEURON|NVIDIA)$/,
    /^BOTTLEROCKET_(?:x86_64|ARM_64)(?:_FIPS|_NVIDIA|_NVIDIA_FIPS)?$/,
    /^WINDOWS_(?:CORE|FULL)_\d{4}_x86_64$/,
    ['CUSTOM'],
  );
