import type { Facts } from '../facts/facts.ts';
import type { NamedTemplate } from './named-templates.ts';
import { continued, sh, type Command } from '../syntax/shell.ts';

type Cluster = Pick<Facts['cluster'], 'region'>;

/** The value of `--launch-template` for EKS; placeholders for what is unknown. */
export function toEksTemplate(template: string | undefined, version = 'TEMPLATE_VERSION'): string {
  if (template === undefined) return `id=LAUNCH_TEMPLATE_ID,version=${version}`;
  return `${isTemplateId(template) ? 'id' : 'name'}=${template},version=${version}`;
}

/** The option that names a launch template for EC2. */
export function toTemplateOption(template: string): Command {
  return isTemplateId(template) ? sh`--launch-template-id ${template}` : sh`--launch-template-name ${template}`;
}

/** Sets a version of a launch template in an Auto Scaling group without a mixed instances policy. */
export function setTemplate(group: string, { template, version }: NamedTemplate, { region }: Cluster): Command {
  const key = `LaunchTemplate${isTemplateId(template) ? 'Id' : 'Name'}`;
  return continued(
    sh`aws autoscaling update-auto-scaling-group --region ${region}`,
    sh`--auto-scaling-group-name ${group} --launch-template ${`${key}=${template},Version=${version}`}`,
  );
}

/** Saves the settings of an instance in a file, which must be edited, and creates a launch template from it. */
export function recreateTemplate(template: string, instance: string, { region }: Cluster): Command[] {
  return [
    continued(
      sh`aws ec2 get-launch-template-data --region ${region} --instance-id ${instance}`,
      sh`--query LaunchTemplateData --output json > launch-template.json`,
    ),
    continued(
      sh`aws ec2 create-launch-template --region ${region} --launch-template-name ${template}`,
      sh`--launch-template-data file://launch-template.json`,
    ),
  ];
}

/** True for an id; otherwise it is a name. */
export function isTemplateId(template: string): boolean {
  return template.startsWith('lt-');
}
