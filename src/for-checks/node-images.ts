import type { NodeFact } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';
import { continued, sh, type Command } from '../syntax/shell.ts';
import type { Minor } from '../syntax/versions.ts';

/** Support dates and versions of Amazon Linux 2. */
export type AmazonLinux2 = Tables['amazon-linux-2'];

/** True if EKS has images of Amazon Linux 2 for this Kubernetes version. */
export function hasAmazonLinux2(minor: Minor, rows: AmazonLinux2): boolean {
  return rows.some((row) => row.rowKind === 'last-kubernetes' && minor <= row.kubernetes);
}

/** The command that prints the ID of an EKS image. */
export function lookUpImage(parameter: string, region: string): Command {
  return continued(
    sh`aws ssm get-parameter --region ${region} --query Parameter.Value --output text`,
    sh`--name ${parameter}`,
  );
}

/** True for the AMI type of a node group with Amazon Linux 2. */
export function isAmazonLinux2Type(amiType: string | null): amiType is string {
  return amiType?.startsWith('AL2_') === true;
}

/**
 * True for a node whose OS image or kernel is that of Amazon Linux 2: with a custom AMI, the OS image may have another
 * name. False for Fargate and Auto Mode, whose nodes AWS maintains.
 */
export function runsAmazonLinux2({ computeType, osImage, kernelVersion }: NodeFact): boolean {
  if (computeType === 'fargate' || computeType === 'auto') return false;
  return isAmazonLinux2(osImage) || /\.amzn2\./.test(kernelVersion);
}

/**
 * True for a node that reports no operating system and whose kernel is not one of Amazon Linux 2. False for Fargate and
 * for virtual kubelets.
 */
export function hidesSystem({ computeType, osImage, kernelVersion }: NodeFact): boolean {
  return computeType !== 'fargate' && computeType !== 'virtual' && osImage === '' && !kernelVersion.includes('.amzn2.');
}

/** True for the OS image of a node: `Windows Server 2022 Datacenter`. */
export function isWindows(osImage: string): boolean {
  return osImage.startsWith('Windows');
}

/** True for the OS image of a node: `Amazon Linux 2`, but not `Amazon Linux 2023.9.20251014`. */
export function isAmazonLinux2(osImage: string): boolean {
  return /^Amazon Linux 2(?![\d.])/.test(osImage.trim());
}
