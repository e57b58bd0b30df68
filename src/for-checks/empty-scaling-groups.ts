import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Finding, Resource } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import { continued, sh, type Command } from '../syntax/shell.ts';
import { findImage, findImageByName, type ImageSources, type KnownImage } from './custom-images.ts';
import { toTemplateOption } from './launch-template-commands.ts';
import { lookUpImage } from './node-images.ts';
import type { OwnedNodes } from './node-owners.ts';

type Group = Facts['emptyAutoScalingGroups'][number];
type Launch = Group['images'][number];

/** A self-managed group without nodes, and the images of its launch templates. */
export interface EmptyGroup {
  resource: Resource;
  images: readonly KnownImage[];
  /** The finding that all checks report if an image is unknown; undefined: all images are known. */
  unknownImageFinding: Pick<Finding, 'level' | 'message' | 'remedy' | 'fix'> | undefined;
}

/** Resolves the images of self-managed groups without nodes. */
export function toEmptyGroups(
  groups: Facts['emptyAutoScalingGroups'],
  sources: ImageSources,
  { region }: Facts['cluster'],
): EmptyGroup[] {
  return groups.map(({ name, images }) => {
    const read = images.map((launch) => ({ launch, image: imageOfLaunch(launch, sources) }));
    const unresolvedLaunch = read.find(({ image }) => image === undefined)?.launch;
    return {
      resource: { kind: 'AutoScalingGroup', name, note: 'no nodes' },
      images: read.flatMap(({ image }) => image ?? []),
      unknownImageFinding: unresolvedLaunch && unknownLaunch(unresolvedLaunch, name, region),
    };
  });
}

function unknownLaunch(launch: Launch, group: string, region: string): EmptyGroup['unknownImageFinding'] {
  return {
    level: 'unknown',
    message: `${describeLaunch(launch)}, and no node shows its operating system and kubelet`,
    remedy: `show-image:AutoScalingGroup/${group}`,
    fix: advice`Launch a node in the group and scan while it is Ready, or look up the operating system and the Kubernetes version
      that the AMI was built for.\n${buildLookup(launch, group, region)}`,
  };
}

/** What new nodes of these groups run: one entry per kubelet version of a group. */
export function kubeletsAtZero(groups: readonly EmptyGroup[]): OwnedNodes[] {
  return groups.flatMap(({ resource, images }) =>
    [...new Map(images.toReversed().map((image) => [image.kubernetes, image]))]
      .toSorted(([a], [b]) => a - b)
      .map(([kubelet, image]): OwnedNodes => {
        return { computeType: 'self-managed', resource, kubelet, amiType: null, nodes: [], image };
      }),
  );
}

function imageOfLaunch({ name, imageId, isParameter }: Launch, sources: ImageSources): KnownImage | undefined {
  if (name !== null) return findImageByName(name);
  return imageId === null || isParameter ? undefined : findImage(imageId, sources);
}

function describeLaunch({ template, version, imageId, isParameter }: Launch): string {
  const where = `launch template ${template ?? ''}, version ${version ?? ''},`;
  if (imageId === null) return template === null ? 'its AMI is set in a launch configuration' : `${where} sets no AMI`;
  return isParameter ? `${where} sets the AMI as ${imageId}` : `AMI ${imageId} is not an EKS AMI that Amazon owns`;
}

/** Keeps the version or label after a parameter's name, because Systems Manager accepts it. */
function buildLookup({ template, version, imageId, isParameter }: Launch, group: string, region: string): Advice {
  if (isParameter) return shown(lookUpImage((imageId ?? '').replace(/^resolve:ssm:/, ''), region));
  if (imageId !== null) return shown(sh`aws ec2 describe-images --region ${region} --image-ids ${imageId}`);
  if (template === null) {
    return shown(
      continued(
        sh`aws autoscaling describe-auto-scaling-groups --region ${region}`,
        sh`--auto-scaling-group-names ${group} --query 'AutoScalingGroups[].LaunchConfigurationName'`,
      ),
      continued(
        sh`aws autoscaling describe-launch-configurations --region ${region}`,
        sh`--launch-configuration-names NAME --query 'LaunchConfigurations[].ImageId'`,
      ),
    );
  }
  return shown(
    continued(
      sh`aws ec2 describe-launch-template-versions --region ${region}`,
      sh`${toTemplateOption(template)} --versions ${version ?? '$Default'}`,
    ),
  );
}

function shown(...lines: readonly Command[]): Advice {
  return advice`${commands(...lines)}`;
}
