import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../src/for-checks/iam/document.ts';
import { evaluate } from '../../../src/for-checks/iam/evaluate.ts';
import { anyText, type Request } from '../../../src/for-checks/iam/request.ts';
import { processorTime } from '../../world/pace.ts';

const instance = 'arn:aws:ec2:eu-west-1:111122223333:instance/i-0abc';
const statement = (more: object) => ({ Effect: 'Allow', Action: 'ec2:RunInstances', Resource: '*', ...more });
const document = (...statements: unknown[]) => ({ Version: '2012-10-17', Statement: statements });
const policy = (...statements: unknown[]) => readPolicy('own', document(...statements));
const request = (more: Partial<Request> = {}): Request => ({
  action: 'ec2:RunInstances',
  resource: instance,
  context: {},
  complete: [''],
  ...more,
});
const answer = (more: object, requested: Partial<Request> = {}) =>
  evaluate([policy(statement(more))], undefined, request(requested)).answer;

type Row = [string, object, Partial<Request>, 'allowed' | 'denied' | 'unknown'];
const incompleteContext = { complete: [] };
const given = (key: string, ...values: string[]): Partial<Request> => ({ context: { [key]: values } });
const when = (operator: string, key: string, ...values: unknown[]) => ({
  Condition: { [operator]: { [key]: values } },
});

describe('actions and resources', () => {
  it.each<Row>([
    ['its action', {}, {}, 'allowed'],
    ['its action in other capitals', { Action: 'EC2:runinstances' }, {}, 'allowed'],
    ['another action', { Action: 'ec2:CreateFleet' }, {}, 'denied'],
    ['every action', { Action: '*' }, {}, 'allowed'],
    ['a wildcard', { Action: ['sqs:*', 'ec2:Run*'] }, {}, 'allowed'],
    ['one letter', { Action: 'ec2:RunInstance?' }, {}, 'allowed'],
    ['one letter too many', { Action: 'ec2:RunInstances?' }, {}, 'denied'],
    ['NotAction of another', { Action: undefined, NotAction: ['iam:*', 'sqs:*'] }, {}, 'allowed'],
    ['NotAction of it', { Action: undefined, NotAction: ['EC2:*'] }, {}, 'denied'],
    ['its resource', { Resource: instance }, {}, 'allowed'],
    ['its resource in other capitals', { Resource: instance.toUpperCase() }, {}, 'denied'],
    ['wildcards in each part', { Resource: 'arn:*:ec2:*:*:instance/*' }, {}, 'allowed'],
    ['a wildcard over colons at the end of a part', { Resource: 'arn:aws:ec2:*/i-0abc' }, {}, 'unknown'],
    ['a wildcard over colons as a part', { Resource: 'arn:aws:*:instance/i-0abc' }, {}, 'unknown'],
    ['a wildcard over colons at the end', { Resource: 'arn:aws:ec2:*' }, {}, 'allowed'],
    [
      'a wildcard over a colon within a part',
      { Resource: 'arn:aws:logs:r:1:log*a' },
      { resource: 'arn:aws:logs:r:1:log-group:a' },
      'unknown',
    ],
    ['an ARN that IAM completes', { Resource: 'arn:aws:ec2' }, {}, 'allowed'],
    ['an ARN of another service that IAM completes', { Resource: 'arn:aws:sqs' }, {}, 'denied'],
    ['another type of resource', { Resource: 'arn:aws:ec2:*:*:volume/*' }, {}, 'denied'],
    ['NotResource of another', { Resource: undefined, NotResource: 'arn:aws:ec2:*:*:volume/*' }, {}, 'allowed'],
    ['NotResource of it', { Resource: undefined, NotResource: [instance] }, {}, 'denied'],
    ['a request without a resource', {}, { resource: '*' }, 'allowed'],
    ['a request without a resource, of an ARN', { Resource: instance }, { resource: '*' }, 'denied'],
    [
      'any instance',
      { Resource: 'arn:aws:ec2:*:*:instance/*' },
      { resource: `arn:aws:ec2:eu-west-1:1:instance/${anyText}` },
      'allowed',
    ],
    [
      'one of many instances',
      { Resource: instance },
      { resource: `arn:aws:ec2:eu-west-1:111122223333:instance/${anyText}` },
      'unknown',
    ],
    [
      'no volume of any',
      { Resource: 'arn:aws:ec2:*:*:volume/*' },
      { resource: `arn:aws:ec2:eu-west-1:1:instance/${anyText}` },
      'denied',
    ],
    [
      'all but one of many',
      { Resource: undefined, NotResource: instance },
      { resource: `arn:aws:ec2:eu-west-1:111122223333:instance/${anyText}` },
      'unknown',
    ],
  ])('%s', (_, more, requested, expected) => expect(answer(more, requested)).toBe(expected));
});

describe('conditions', () => {
  const tag = 'aws:RequestTag/team';
  it.each<Row>([
    ['StringEquals', when('StringEquals', tag, 'a', 'b'), given(tag, 'b'), 'allowed'],
    ['StringEquals of other capitals', when('StringEquals', tag, 'B'), given(tag, 'b'), 'denied'],
    ['StringEquals takes no wildcard', when('StringEquals', tag, '*'), given(tag, 'b'), 'denied'],
    ['a key in other capitals', when('StringEquals', 'AWS:requesttag/TEAM', 'b'), given(tag, 'b'), 'allowed'],
    ['an operator in other capitals', when('stringequals', tag, 'b'), given(tag, 'b'), 'allowed'],
    ['a key that is not in the request', when('StringEquals', tag, 'b'), {}, 'denied'],
    ['a key that nobody told', when('StringEquals', tag, 'b'), incompleteContext, 'unknown'],
    ['StringNotEquals', when('StringNotEquals', tag, 'a', 'b'), given(tag, 'c'), 'allowed'],
    ['StringNotEquals of one of them', when('StringNotEquals', tag, 'a', 'b'), given(tag, 'b'), 'denied'],
    ['StringNotEquals without the key', when('StringNotEquals', tag, 'a'), {}, 'allowed'],
    ['StringEqualsIgnoreCase', when('StringEqualsIgnoreCase', tag, 'B'), given(tag, 'b'), 'allowed'],
    ['StringNotEqualsIgnoreCase', when('StringNotEqualsIgnoreCase', tag, 'B'), given(tag, 'b'), 'denied'],
    ['StringLike', when('StringLike', tag, 'b?-*'), given(tag, 'b1-x'), 'allowed'],
    ['StringLike *', when('StringLike', tag, '*'), given(tag, ''), 'allowed'],
    ['StringLike * without the key', when('StringLike', tag, '*'), {}, 'denied'],
    ['StringNotLike', when('StringNotLike', tag, 'b*'), given(tag, 'b1'), 'denied'],
    [
      'a value of which the end is not known',
      when('StringLike', tag, 'pool-*'),
      given(tag, `pool-${anyText}`),
      'allowed',
    ],
    ['a value that may be another', when('StringEquals', tag, 'pool-a'), given(tag, `pool-${anyText}`), 'unknown'],
    ['a value that is another', when('StringEquals', tag, 'other'), given(tag, `pool-${anyText}`), 'denied'],
    ['IfExists without the key', when('StringEqualsIfExists', tag, 'b'), {}, 'allowed'],
    ['IfExists with another value', when('StringEqualsIfExists', tag, 'b'), given(tag, 'c'), 'denied'],
    ['IfExists of a key that nobody told', when('StringEqualsIfExists', tag, 'b'), incompleteContext, 'unknown'],
    ['NumericLessThanEquals', when('NumericLessThanEquals', 'n:n', '10'), given('n:n', '10'), 'allowed'],
    ['NumericGreaterThan as numbers', when('NumericGreaterThan', 'n:n', '9'), given('n:n', '10'), 'allowed'],
    ['NumericEquals of no number', when('NumericEquals', 'n:n', 'ten'), given('n:n', '10'), 'unknown'],
    ['NumericEquals given no number', when('NumericEquals', 'n:n', '10'), given('n:n', 'ten'), 'denied'],
    ['NumericNotEquals without the key', when('NumericNotEquals', 'n:n', '10'), {}, 'allowed'],
    [
      'DateGreaterThan',
      when('DateGreaterThan', 'aws:CurrentTime', '2026-01-01'),
      given('aws:CurrentTime', '2026-11-20T08:00:00Z'),
      'allowed',
    ],
    [
      'DateLessThan in seconds',
      when('DateLessThan', 'aws:EpochTime', '1767225600'),
      given('aws:EpochTime', '1763625600'),
      'allowed',
    ],
    [
      'DateEquals of no moment',
      when('DateEquals', 'aws:CurrentTime', 'soon'),
      given('aws:CurrentTime', '2026-11-20T08:00:00Z'),
      'unknown',
    ],
    ['Bool without quotes', when('Bool', 'aws:SecureTransport', true), given('aws:SecureTransport', 'true'), 'allowed'],
    ['Bool', when('Bool', 'aws:SecureTransport', 'False'), given('aws:SecureTransport', 'true'), 'denied'],
    ['BinaryEquals', when('BinaryEquals', 'x:b', 'QQ=='), given('x:b', 'QQ'), 'allowed'],
    [
      'IpAddress',
      when('IpAddress', 'aws:SourceIp', '10.0.0.0/8', '192.0.2.1'),
      given('aws:SourceIp', '192.0.2.1'),
      'allowed',
    ],
    [
      'IpAddress of six',
      when('IpAddress', 'aws:SourceIp', '2001:db8::/32'),
      given('aws:SourceIp', '2001:db8::1'),
      'allowed',
    ],
    ['NotIpAddress', when('NotIpAddress', 'aws:SourceIp', '10.0.0.0/8'), given('aws:SourceIp', '10.1.2.3'), 'denied'],
    [
      'NotIpAddress of the other family',
      when('NotIpAddress', 'aws:SourceIp', '10.0.0.0/8'),
      given('aws:SourceIp', '::1'),
      'allowed',
    ],
    ['IpAddress nobody told', when('IpAddress', 'aws:SourceIp', '10.0.0.0/8'), incompleteContext, 'unknown'],
    [
      'ArnLike',
      when('ArnLike', 'aws:SourceArn', 'arn:aws:eks:*:1:cluster/*'),
      given('aws:SourceArn', 'arn:aws:eks:r:1:cluster/a:b'),
      'allowed',
    ],
    [
      'ArnLike of a resource with colons of its own',
      when('ArnLike', 'aws:SourceArn', 'arn:aws:logs:*:1:log-group:a:*'),
      given('aws:SourceArn', 'arn:aws:logs:r:1:log-group:a:b'),
      'allowed',
    ],
    [
      'ArnLike given less than an ARN',
      when('ArnLike', 'aws:SourceArn', 'arn:aws:eks:*:1:*'),
      given('aws:SourceArn', 'arn:aws:eks:r:1'),
      'denied',
    ],
    [
      'ArnEquals takes wildcards too',
      when('ArnEquals', 'aws:SourceArn', 'arn:aws:eks:*:1:*'),
      given('aws:SourceArn', 'arn:aws:eks:r:1:cluster/a'),
      'allowed',
    ],
    [
      'an ARN is matched part by part',
      when('ArnLike', 'aws:SourceArn', 'arn:aws:*:1:cluster/a:*'),
      given('aws:SourceArn', 'arn:aws:eks:r:1:cluster/a'),
      'denied',
    ],
    [
      'ArnLike of less than an ARN',
      when('ArnLike', 'aws:SourceArn', '*'),
      given('aws:SourceArn', 'arn:aws:eks:r:1:cluster/a'),
      'unknown',
    ],
    ...(
      [
        ['ArnLike', 'a', 'unknown'],
        ['ArnLike', 'b', 'denied'],
        ['ArnNotLike', 'a', 'unknown'],
        ['ArnNotLike', 'b', 'allowed'],
      ] as const
    ).map(([operator, name, expected]): Row => [
      `${operator} of a Region that nobody told and the cluster ${name}`,
      when(operator, 'aws:SourceArn', 'arn:aws:eks:${aws:RequestedRegion}:1:cluster/a'),
      { ...given('aws:SourceArn', `arn:aws:eks:r:1:cluster/${name}`), ...incompleteContext },
      expected,
    ]),
    ['ArnNotEquals without the key', when('ArnNotEquals', 'aws:SourceArn', 'arn:aws:eks:r:1:cluster/a'), {}, 'allowed'],
    [
      'ArnNotLike of which one part differs',
      when('ArnNotLike', 'aws:SourceArn', 'arn:aws:eks:*:2:cluster/*'),
      given('aws:SourceArn', 'arn:aws:eks:r:1:cluster/a'),
      'allowed',
    ],
    ['Null true', when('Null', tag, 'true'), {}, 'allowed'],
    ['Null true, with the key', when('Null', tag, true), given(tag, 'x'), 'denied'],
    ['Null false', when('Null', tag, 'false'), given(tag, 'x'), 'allowed'],
    ['Null of a key that nobody told', when('Null', tag, 'false'), incompleteContext, 'unknown'],
    ['Null of something else', when('Null', tag, 'yes'), {}, 'unknown'],
    [
      'ForAllValues',
      when('ForAllValues:StringEquals', 'aws:TagKeys', 'a', 'b'),
      given('aws:TagKeys', 'a', 'b'),
      'allowed',
    ],
    [
      'ForAllValues with one more',
      when('ForAllValues:StringEquals', 'aws:TagKeys', 'a'),
      given('aws:TagKeys', 'a', 'b'),
      'denied',
    ],
    ['ForAllValues without the key', when('ForAllValues:StringEquals', 'aws:TagKeys', 'a'), {}, 'allowed'],
    ['ForAnyValue', when('ForAnyValue:StringEquals', 'aws:TagKeys', 'a'), given('aws:TagKeys', 'a', 'b'), 'allowed'],
    ['ForAnyValue without the key', when('ForAnyValue:StringEquals', 'aws:TagKeys', 'a'), {}, 'denied'],
    [
      'ForAnyValue of a negated operator without the key',
      when('ForAnyValue:StringNotEquals', 'aws:TagKeys', 'a'),
      {},
      'denied',
    ],
    [
      'ForAnyValue with IfExists without the key',
      when('ForAnyValue:StringEqualsIfExists', 'aws:TagKeys', 'a'),
      {},
      'allowed',
    ],
    [
      'ForAnyValue of a negated operator',
      when('ForAnyValue:StringNotEquals', 'aws:TagKeys', 'a'),
      given('aws:TagKeys', 'a', 'b'),
      'allowed',
    ],
    [
      'ForAllValues of a negated operator',
      when('ForAllValues:StringNotEquals', 'aws:TagKeys', 'a'),
      given('aws:TagKeys', 'a', 'b'),
      'denied',
    ],
    ['several values for one', when('StringEquals', 'aws:TagKeys', 'a'), given('aws:TagKeys', 'a', 'b'), 'unknown'],
    [
      'two operators, one of which fails',
      { Condition: { StringEquals: { [tag]: 'a' }, Bool: { 'aws:SecureTransport': 'true' } } },
      { context: { [tag]: ['a'], 'aws:SecureTransport': ['false'] } },
      'denied',
    ],
    [
      'an unknown condition beside one that fails',
      { Condition: { StringEquals: { [tag]: 'a' }, IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } },
      { context: { [tag]: ['b'] }, complete: [] },
      'denied',
    ],
    ['an operator that nobody knows', when('StringMatches', tag, 'a'), given(tag, 'a'), 'unknown'],
    [
      'a condition without values',
      when('Bool', 'aws:SecureTransport'),
      given('aws:SecureTransport', 'true'),
      'unknown',
    ],
    ['Null without values', when('Null', tag), given(tag, 'x'), 'unknown'],
    [
      'letters of which the small one is longer',
      when('StringEqualsIgnoreCase', tag, 'İx'),
      given(tag, 'İX'),
      'allowed',
    ],
    ['NullIfExists is no operator', when('NullIfExists', tag, 'true'), {}, 'unknown'],
    ['an empty condition', { Condition: {} }, {}, 'allowed'],
  ])('%s', (_, more, requested, expected) => expect(answer(more, requested)).toBe(expected));
});

describe('variables', () => {
  const cluster = 'aws:PrincipalTag/eks-cluster-name';
  it.each<Row>([
    ['in a resource', { Resource: `arn:aws:ec2:*:*:instance/\${${cluster}}` }, given(cluster, 'i-0abc'), 'allowed'],
    [
      'in a condition',
      when('StringEquals', 'aws:RequestTag/c', `\${${cluster}}`),
      { context: { [cluster]: ['prod'], 'aws:RequestTag/c': ['prod'] } },
      'allowed',
    ],
    [
      'of another value',
      when('StringEquals', 'aws:RequestTag/c', `\${${cluster}}`),
      { context: { [cluster]: ['prod'], 'aws:RequestTag/c': ['test'] } },
      'denied',
    ],
    ['without a value', { Resource: `arn:aws:ec2:*:*:instance/\${${cluster}}` }, {}, 'denied'],
    [
      'without a value, negated',
      { Resource: undefined, NotResource: `arn:aws:ec2:*:*:instance/\${${cluster}}` },
      {},
      'unknown',
    ],
    ['that nobody told', { Resource: `arn:aws:ec2:*:*:instance/\${${cluster}}` }, incompleteContext, 'unknown'],
    [
      'that nobody told, of another resource',
      { Resource: `arn:aws:ec2:*:*:volume/\${${cluster}}` },
      incompleteContext,
      'denied',
    ],
    [
      'with several values',
      { Resource: 'arn:aws:ec2:*:*:instance/${aws:TagKeys}' },
      given('aws:TagKeys', 'i-0abc', 'b'),
      'unknown',
    ],
    ['with a default', { Resource: `arn:aws:ec2:*:*:instance/\${${cluster}, 'i-0abc'}` }, {}, 'allowed'],
    [
      'with a default and a value',
      { Resource: `arn:aws:ec2:*:*:instance/\${${cluster}, 'i-0abc'}` },
      given(cluster, 'x'),
      'denied',
    ],
    [
      'a letter that is no wildcard',
      when('StringLike', 'aws:RequestTag/c', 'a${*}'),
      given('aws:RequestTag/c', 'a*'),
      'allowed',
    ],
    [
      'a letter that is no wildcard, of another',
      when('StringLike', 'aws:RequestTag/c', 'a${*}'),
      given('aws:RequestTag/c', 'ab'),
      'denied',
    ],
    [
      'of which the end is not known, of another such value',
      when('StringEquals', 'aws:RequestTag/c', `\${${cluster}}`),
      { context: { [cluster]: [anyText], 'aws:RequestTag/c': [anyText] } },
      'unknown',
    ],
    [
      'of which the end is not known, of a value that begins alike',
      when('StringEquals', 'aws:RequestTag/c', `\${${cluster}}`),
      { context: { [cluster]: [`pool-${anyText}`], 'aws:RequestTag/c': ['pool-a'] } },
      'unknown',
    ],
    [
      'of which the end is not known, of a value that begins otherwise',
      when('StringEquals', 'aws:RequestTag/c', `\${${cluster}}`),
      { context: { [cluster]: [`pool-${anyText}`], 'aws:RequestTag/c': ['other'] } },
      'denied',
    ],
    [
      'in an ARN that IAM completes',
      { Resource: 'arn:aws:ec2:${aws:RequestedRegion}' },
      given('aws:RequestedRegion', 'eu-west-1'),
      'unknown',
    ],
    [
      'with a default that holds a comma',
      when('StringEquals', 'aws:RequestTag/c', `\${${cluster}, 'a, b'}`),
      given('aws:RequestTag/c', 'a, b'),
      'allowed',
    ],
    ['a dollar', when('StringEquals', 'aws:RequestTag/c', '${$}{x}'), given('aws:RequestTag/c', '${x}'), 'allowed'],
  ])('%s', (_, more, requested, expected) => expect(answer(more, requested)).toBe(expected));

  it.each<[string, string]>([
    ['blanks in a variable', `arn:aws:ec2:*:*:instance/\${${' '.repeat(20_000)}}`],
    ['variables', `arn:aws:ec2:*:*:instance/${'${x:y}'.repeat(20_000)}`],
    ['wildcards', `arn:aws:ec2:*:*:instance/${'*a'.repeat(5000)}`],
  ])('take no long time over many %s', (_, Resource) => {
    expect(processorTime(() => expect(answer({ Resource })).toBe('denied'))).toBeLessThan(2_000);
  });

  it('are text in a policy without Version 2012-10-17', () => {
    const old = readPolicy('old', { Statement: statement({ Resource: 'arn:aws:ec2:*:*:instance/${aws:username}' }) });
    expect(evaluate([old], undefined, request(incompleteContext)).answer).toBe('denied');
  });
});

describe('statements together', () => {
  const deny = (more: object = {}) => statement({ Effect: 'Deny', Sid: 'Fence', ...more });
  const allow = policy(statement({ Sid: 'Launch' }));

  it('names the statement that allows', () => {
    expect(evaluate([policy(), allow], undefined, request())).toEqual({
      answer: 'allowed',
      by: { policy: 'own', statement: 'Launch' },
    });
  });

  it('lets a Deny outrank every Allow, wherever it stands', () => {
    const decision = { answer: 'denied', because: 'deny', by: { policy: 'own', statement: 'Fence' } };
    expect(evaluate([allow, policy(deny())], undefined, request())).toEqual(decision);
    expect(evaluate([allow], policy(statement({}), deny()), request())).toEqual(decision);
  });

  it('does not know where a Deny may apply', () => {
    const fence = policy(deny(when('NotIpAddress', 'aws:SourceIp', '10.0.0.0/8')));
    expect(evaluate([allow, fence], undefined, request(incompleteContext))).toEqual({
      answer: 'unknown',
      doubts: ['Fence of own: the value of aws:SourceIp is unknown'],
    });
  });

  it('denies without an Allow, though a Deny is not decided', () => {
    const fence = policy(deny(when('NotIpAddress', 'aws:SourceIp', '10.0.0.0/8')));
    expect(evaluate([fence], undefined, request(incompleteContext)).answer).toBe('denied');
  });

  it('needs an Allow of the boundary, too', () => {
    expect(evaluate([allow], allow, request()).answer).toBe('allowed');
    expect(
      evaluate([allow], policy(statement({ Action: 'ec2:*', Resource: 'arn:aws:ec2:*:*:volume/*' })), request()),
    ).toEqual({
      answer: 'denied',
      because: 'no-allow',
      layer: 'boundary',
      nearest: {
        place: { policy: 'own', statement: 'statement 1' },
        lacks: [{ element: 'resource', wanted: ['arn:aws:ec2:*:*:volume/*'], given: instance }],
      },
    });
    expect(evaluate([], allow, request()).answer).toBe('denied');
    const bound = policy(statement(when('Bool', 'aws:ViaAWSService', 'false')));
    expect(evaluate([allow], bound, request(incompleteContext)).answer).toBe('unknown');
  });

  it('says of the nearest statement all that it lacks', () => {
    const own = policy(
      statement({ Sid: 'Other', Action: 'sqs:*' }),
      statement({ Sid: 'Far', Resource: 'arn:aws:ec2:*:*:volume/*' }),
      statement({
        Sid: 'Near',
        Condition: {
          StringEquals: { 'aws:RequestTag/eks:eks-cluster-name': 'prod', 'aws:RequestTag/owner': ['a', 'b'] },
          StringLike: { 'aws:RequestTag/karpenter.sh/nodepool': '*' },
        },
      }),
    );
    const context = { 'aws:RequestTag/karpenter.sh/nodepool': [anyText], 'aws:RequestTag/owner': ['c'] };
    expect(evaluate([own], undefined, request({ context }))).toEqual({
      answer: 'denied',
      because: 'no-allow',
      layer: 'policies',
      nearest: {
        place: { policy: 'own', statement: 'Near' },
        lacks: [
          {
            element: 'condition',
            operator: 'StringEquals',
            key: 'aws:RequestTag/eks:eks-cluster-name',
            wanted: ['prod'],
            given: [],
          },
          {
            element: 'condition',
            operator: 'StringEquals',
            key: 'aws:RequestTag/owner',
            wanted: ['a', 'b'],
            given: ['c'],
          },
        ],
      },
    });
  });

  it('takes a statement of the same service that lacks nothing but the action for the nearest', () => {
    const own = policy(
      statement({ Sid: 'Reads', Action: ['ec2:DescribeInstances'] }),
      statement({ Sid: 'Queue', Action: 'sqs:*' }),
    );
    expect(evaluate([own], undefined, request())).toMatchObject({
      nearest: {
        place: { statement: 'Reads' },
        lacks: [{ element: 'action', wanted: ['ec2:DescribeInstances'], given: 'ec2:RunInstances' }],
      },
    });
    expect(evaluate([policy(statement({ Action: 'sqs:*' }))], undefined, request())).toMatchObject({ nearest: null });
  });

  it('denies a role without policies', () => {
    expect(evaluate([], undefined, request())).toEqual({
      answer: 'denied',
      because: 'no-allow',
      layer: 'policies',
      nearest: null,
    });
  });
});

describe('documents that break the grammar', () => {
  it.each<[string, unknown, string]>([
    ['no object', 'text', 'the document is no object'],
    ['another element', { Statement: [], Rule: 1 }, 'Rule is not a policy element'],
    ['another version', { Version: '2030-01-01', Statement: [] }, 'unknown Version "2030-01-01"'],
    ['no statement', {}, 'statement 1 is no object'],
    ['a text for a statement', { Statement: [statement({}), 'x'] }, 'statement 2 is no object'],
    [
      'a principal',
      document(statement({ Principal: '*' })),
      "statement 1: Principal is no element of an identity's policy",
    ],
    ['another effect', document(statement({ Effect: 'allow' })), 'statement 1: Effect is neither Allow nor Deny'],
    ['no action', document(statement({ Action: undefined })), 'statement 1: one of Action and NotAction is needed'],
    ['both', document(statement({ NotResource: '*' })), 'statement 1: one of Resource and NotResource is needed'],
    ['an empty list', document(statement({ Resource: [] })), 'statement 1: Resource holds something else than texts'],
    ['a number', document(statement({ Action: [{}] })), 'statement 1: Action holds something else than texts'],
    ['no action', document(statement({ Action: 'RunInstances' })), 'statement 1: RunInstances is no action'],
    ['a list of conditions', document(statement({ Condition: [] })), 'statement 1: Condition is no object'],
    ['a text for keys', document(statement({ Condition: { Bool: 'x' } })), 'statement 1: Condition Bool is no object'],
    [
      'no values',
      document(statement({ Condition: { Bool: { a: [null] } } })),
      'statement 1: Condition Bool a holds no texts',
    ],
  ])('%s', (_, written, flaw) => {
    const flawed = readPolicy('own', written);
    expect(flawed.flaws).toEqual([flaw]);
    const doubts = [`cannot read own: ${flaw}`];
    const allow = policy(statement({}));
    expect(evaluate([flawed], undefined, request({ action: 's3:GetObject' }))).toEqual({ answer: 'unknown', doubts });
    expect(evaluate([allow, flawed], undefined, request())).toEqual({ answer: 'unknown', doubts });
    expect(evaluate([flawed, policy(statement({ Effect: 'Deny' }))], undefined, request()).answer).toBe('denied');
  });
});
