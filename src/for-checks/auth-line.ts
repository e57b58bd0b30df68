import type { Evidence, Finding } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import { advice, type Advice } from '../syntax/advice.ts';

/** The entry of a node role in the ConfigMap aws-auth: what nodes need of it to join, and what it lacks. */

type Line = Extract<NonNullable<Facts['nodeAuthRoles']>, { state: 'read' }>['roles'][number];
interface Role {
  name: string;
  arn: string;
}

export type Lack = Pick<Finding, 'level' | 'message'> & { evidence: readonly Evidence[] };

/** The entry that a role needs. */
export function describeLine({ arn }: Role, groups: readonly string[]): Advice {
  return advice`\`\`\`yaml
      - rolearn: ${plainArn(arn)}
        username: system:node:{{EC2PrivateDNSName}}
        groups: [${groups.join(', ')}]
      \`\`\``;
}

/** aws-auth does not support a path in a role's ARN. */
function plainArn(arn: string): string {
  return arn.replace(/:role\/.*\//, ':role/');
}

/** The entry that the authenticator uses for the role: the last one, in any case. */
export function findLine({ arn }: Role, auth: Facts['nodeAuthRoles']): Line | undefined {
  const wanted = plainArn(arn).toLowerCase();
  return auth?.state === 'read' ? auth.roles.findLast((one) => one.arn.toLowerCase() === wanted) : undefined;
}

/** What keeps the nodes of a role from joining; undefined if its entry has all that they need. */
export function lineLacks(role: Role, auth: Facts['nodeAuthRoles'], groups: readonly string[]): Lack | undefined {
  const wanted = plainArn(role.arn);
  if (auth === null) return notIn('there is no ConfigMap aws-auth', 'no ConfigMap', wanted);
  if (auth.state === 'refused') return notIn(`${auth.message} in ConfigMap aws-auth`, auth.message, wanted);
  if (auth.state === 'unreadable') {
    const message = `unknown whether its nodes can join: ${auth.message} in ConfigMap aws-auth`;
    return { level: 'unknown', message, evidence: [{ observed: auth.message }] };
  }
  const line = findLine(role, auth);
  if (line !== undefined) return incomplete(line, groups);
  const near = auth.roles.find(({ arn }) => arn.slice(arn.lastIndexOf('/') + 1) === role.name);
  if (near === undefined) return notIn('aws-auth has no entry for it', 'no entry', wanted);
  const why =
    near.arn === role.arn
      ? 'its aws-auth entry contains the path of the role'
      : `aws-auth has an entry for ${near.arn}`;
  return notIn(why, near.arn, wanted);
}

function notIn(why: string, observed: string, required: string): Lack {
  return {
    level: 'fail',
    message: `its nodes cannot join: ${why}`,
    evidence: [{ observed, required }],
  };
}

function incomplete({ groups: own, username }: Line, groups: readonly string[]): Lack | undefined {
  const lacks = groups.filter((group) => !own.includes(group));
  if (lacks.length > 0)
    return notIn(`its aws-auth entry lacks ${lacks.join(', ')}`, own.join(', ') || 'no groups', groups.join(', '));
  if (username.startsWith('system:node:')) return undefined;
  return notIn(
    `its aws-auth entry has the username ${username || '(none)'}`,
    username || 'none',
    'system:node:{{EC2PrivateDNSName}}',
  );
}
