import type { World } from '../world.ts';
import { ec2Reply, errorReply, pageOf, queryReply, type Reply } from './reply.ts';

type Json = Record<string, unknown>;

/** Answers of the services that speak the query protocol and XML; undefined: no such operation. */
export function queryAnswer(service: string, action: string, form: URLSearchParams, world: World): Reply | undefined {
  switch (`${service}:${action}`) {
    case 'ec2:DescribeSubnets':
      return describeSubnets(form, world);
    case 'iam:GetRole':
      return getRole(form, world);
    case 'sts:GetCallerIdentity':
      return queryReply(action, {
        Arn: `arn:${world.partition}:iam::${world.account}:user/preflight`,
        UserId: 'AIDAEXAMPLE',
        Account: world.account,
      });
    case 'sts:AssumeRole':
      return assumeRole(form, world);
    case 'autoscaling:DescribeAutoScalingGroups':
      return describeGroups(form, world);
    default:
      return undefined;
  }
}

function describeSubnets(form: URLSearchParams, { aws }: World): Reply {
  const wanted = filterValues(form, 'Filter.', 'Value.', 'subnet-id');
  const found = aws.subnets.filter(({ SubnetId }) => wanted === undefined || wanted.includes(String(SubnetId)));
  const { items, next } = pageOf(found, form.get('NextToken'), aws.pageSize);
  return ec2Reply('DescribeSubnets', { SubnetSet: items, NextToken: next });
}

function describeGroups(form: URLSearchParams, { aws }: World): Reply {
  const keys = filterValues(form, 'Filters.member.', 'Values.member.', 'tag-key');
  const found = aws.autoScalingGroups.filter(
    ({ Tags }) =>
      keys === undefined || (Array.isArray(Tags) && (Tags as Json[]).some(({ Key }) => keys.includes(String(Key)))),
  );
  const { items, next } = pageOf(found, form.get('NextToken'), aws.pageSize);
  return queryReply('DescribeAutoScalingGroups', { AutoScalingGroups: items, NextToken: next });
}

function getRole(form: URLSearchParams, { aws }: World): Reply {
  const name = form.get('RoleName') ?? '';
  const role = aws.roles[name];
  if (role === undefined) return errorReply('iam', 'NoSuchEntity', `The role with name ${name} cannot be found.`, 404);
  return queryReply('GetRole', { Role: role });
}

/** The external id that a role's trust policy would ask for stands in the world's role as `ExternalId`. */
function assumeRole(form: URLSearchParams, { aws }: World): Reply {
  const arn = form.get('RoleArn') ?? '';
  const role = aws.roles[arn.split('/').at(-1) ?? ''];
  const refused =
    role === undefined || (role['ExternalId'] !== undefined && role['ExternalId'] !== form.get('ExternalId'));
  if (refused) {
    return errorReply(
      'sts',
      'AccessDenied',
      `User: arn:aws:iam::111122223333:user/preflight is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
      403,
    );
  }
  return queryReply('AssumeRole', {
    Credentials: {
      AccessKeyId: 'ASIAIOSFODNN7EXAMPLE',
      SecretAccessKey: 'assumed-secret',
      SessionToken: 'assumed-session',
      Expiration: '2099-01-01T00:00:00Z',
    },
    AssumedRoleUser: { AssumedRoleId: 'AROAEXAMPLE:eks-preflight', Arn: arn },
  });
}

/** The values of one filter of a query; undefined where it is not asked for. */
function filterValues(form: URLSearchParams, filters: string, values: string, name: string): string[] | undefined {
  for (let index = 1; form.has(`${filters}${index}.Name`); index += 1) {
    if (form.get(`${filters}${index}.Name`) !== name) continue;
    const prefix = `${filters}${index}.${values}`;
    return [...form].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value);
  }
  return undefined;
}
