import { commands, type Advice } from '../../../src/syntax/advice.ts';
import type { EksImage } from '../../../src/for-checks/eks-images.ts';
import { toTemplateOption } from '../../../src/for-checks/launch-template-commands.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';

/** Creates a version of a launch template with the AMI parameter for another Kubernetes version. */
export function newVersion(
  template: string,
  source: number,
  { name, kubernetes }: EksImage,
  target: Minor,
  region: string,
): Advice {
  const isMoving = /\/(?:recommended|latest)\/image_id$|EKS_Optimized-[\d.]+\/image_id$/.test(name);
  const parameter = isMoving ? name.replace(format(kubernetes), format(target)) : 'PARAMETER';
  return commands(
    continued(
      sh`aws ec2 create-launch-template-version --region ${region} ${toTemplateOption(template)}`,
      sh`--source-version ${String(source)} --launch-template-data ${`ImageId=resolve:ssm:${parameter}`}`,
    ),
  );
}
