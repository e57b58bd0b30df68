import { expect, it } from 'vitest';
import { explainPlaceholders } from '../../src/judge/placeholders.ts';
import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { sh } from '../../src/syntax/shell.ts';

const create = sh`aws eks create-fargate-profile --fargate-profile-name NEW_PROFILE --subnets PRIVATE_SUBNET_ID`;
const meant = '# NEW_PROFILE: a name for the new profile\n';

it.each<[string, Advice, string]>([
  [
    'each placeholder that the text does not name',
    advice`Create it.\n${commands(create)}`,
    `\`\`\`sh\n${meant}# PRIVATE_SUBNET_ID: the IDs of private subnets in the VPC of the cluster\n${create.text}\n\`\`\``,
  ],
  [
    'only those',
    advice`PRIVATE_SUBNET_ID is a subnet.\n${commands(create)}\nThen wait.`,
    `\`\`\`sh\n${meant}${create.text}\n\`\`\`\nThen wait.`,
  ],
  [
    'them at the end where there are several blocks',
    advice`Create it.\n${commands(create)}\nThen look:\n${commands(sh`kubectl get pods`)}`,
    '```\nReplace NEW_PROFILE with a name for the new profile, PRIVATE_SUBNET_ID with the IDs of private subnets in the VPC of the cluster.',
  ],
  ['nothing if the text names all', advice`NEW_PROFILE, PRIVATE_SUBNET_ID: ${commands(create)}`, '```'],
  [
    'nothing in a variable',
    advice`Look: ${sh`aws iam get-role --role-name "$ROLE"`}`,
    '`aws iam get-role --role-name "$ROLE"`',
  ],
  ['nothing in the header of a column', advice`${sh`kubectl get pvc -o custom-columns=NAME:.metadata.name`}`, '.name`'],
])('explains %s', (_it, fix, end) => {
  const explained = explainPlaceholders(fix);
  expect(explained.text.endsWith(end), explained.text).toBe(true);
  expect(explained.commands).toEqual(fix.commands);
});
