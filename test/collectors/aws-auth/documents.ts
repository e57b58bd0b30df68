/** ConfigMaps aws-auth as teams write them, well and badly, and who asks: the role that a node has assumed. */
export interface Document {
  it: string;
  data: Record<string, string>;
  identity: string;
  /** Our parser does not decide what the authenticator's refuses or reads: unknown is the answer. */
  undecided?: true;
}

export const role = 'arn:aws:iam::111122223333:role/prod-node';
const assumed = 'arn:aws:sts::111122223333:assumed-role/prod-node/i-0a1b2c3d4e5f60718';
const username = 'system:node:{{EC2PrivateDNSName}}';
const groups = '[system:bootstrappers, system:nodes]';

function line(arn = role, more: { username?: string; groups?: string } = {}): string {
  return `- rolearn: ${arn}\n  username: ${more.username ?? username}\n  groups: ${more.groups ?? groups}\n`;
}

const operator = line(role, { username: 'operator', groups: '[system:masters]' });
const other = line('arn:aws:iam::111122223333:role/other');

function roles(it: string, mapRoles: string, more: Partial<Document> = {}): Document {
  return { it, data: { mapRoles }, identity: assumed, ...more };
}

export const documents: readonly Document[] = [
  roles('an entry', line()),
  roles('an entry among others', other + line() + line('arn:aws:iam::111122223333:role/third')),
  roles('no entry for the role', other),
  roles('the right entry first, another last', line() + operator),
  roles('another entry first, the right one last', operator + line()),
  roles('three entries with different groups', line() + operator + line(role, { groups: '[system:nodes]' })),
  roles('two entries, equal but for case', line(role.replace('prod', 'PROD')) + operator),
  roles('the name in another case', line(role.replace('prod-node', 'Prod-Node'))),
  roles('the whole ARN in capitals', line(role.toUpperCase())),
  roles('the role that asks in another case', line(), { identity: assumed.replace('prod-node', 'PROD-node') }),
  roles('a path in the ARN', line(role.replace('role/', 'role/eks/nodes/'))),
  roles('a path in the ARN, and one without it', line(role.replace('role/', 'role/eks/')) + line()),
  roles('another account', line(role.replace('111122223333', '444455556666'))),
  roles('China', line(role.replace('arn:aws:', 'arn:aws-cn:')), {
    identity: assumed.replace('arn:aws:', 'arn:aws-cn:'),
  }),
  roles('GovCloud', line(role.replace('arn:aws:', 'arn:aws-us-gov:')), {
    identity: assumed.replace('arn:aws:', 'arn:aws-us-gov:'),
  }),
  roles('another partition', line(role.replace('arn:aws:', 'arn:aws-cn:'))),
  roles('the assumed role instead of the role', line(assumed)),
  roles('the instance profile instead of the role', line(role.replace(':role/', ':instance-profile/'))),
  roles('the account root', line('arn:aws:iam::111122223333:root')),
  roles('a trailing space, which YAML drops', line(`${role}  `)),
  roles('a trailing space in quotes', line(`"${role} "`)),
  roles('a line break in quotes', line(`"${role}\\n"`)),
  roles('a leading space in quotes', line(`' ${role}'`)),
  roles('an asterisk', line(role.replace('prod-node', '*').replace(/(.*)/, '"$1"'))),
  roles('keys in another case', line().replace('rolearn', 'roleARN').replace('username', 'userName')),
  roles('one key in two cases', line().replace('\n', `\n  RoleArn: ${role}-2\n`)),
  roles('one key twice', line().replace('\n', '\n  username: first\n')),
  roles('unknown keys', line().replace('\n', '\n  comment: nodes\n  tags: {team: a}\n')),
  roles('the key arn', line().replace('rolearn', 'arn')),
  roles('the key role_arn', line().replace('rolearn', 'role_arn')),
  roles('a user id beside it', line().replace('\n', '\n  userid: AROAEXAMPLE\n')),
  roles('a user id that is a number', line().replace('\n', '\n  userid: 7\n')),
  roles(
    'an entry of IAM Identity Center',
    '- sso: {permissionSetName: Admin, accountID: "111122223333"}\n  username: a\n',
  ),
  roles(
    'an ARN and IAM Identity Center in one entry',
    line().replace('\n', '\n  sso: {permissionSetName: A, accountID: "111122223333"}\n'),
  ),
  roles('an ARN and an empty sso', line().replace('\n', '\n  sso:\n')),
  roles('no username', line().replace(/ {2}username.*\n/, '')),
  roles('no groups', line().replace(/ {2}groups.*\n/, '')),
  roles('null groups', line(role, { groups: '' })),
  roles('an empty list of groups', line(role, { groups: '[]' })),
  roles('groups that are one text', line(role, { groups: 'system:nodes' })),
  roles('groups with a number', line(role, { groups: '[system:bootstrappers, 7, system:nodes]' })),
  roles('groups with a null', line(role, { groups: '[system:bootstrappers, ~, system:nodes]' })),
  roles('groups with a trailing space', line(role, { groups: '["system:bootstrappers ", system:nodes]' })),
  roles('groups for Windows', line(role, { groups: '[system:bootstrappers, system:nodes, eks:kube-proxy-windows]' })),
  roles('groups as a block', line(role, { groups: '\n  - system:bootstrappers\n  - system:nodes' })),
  roles('a username that is a number', line(role, { username: '7' })),
  roles('a username that YAML 1.1 takes for a boolean', line(role, { username: 'yes' })),
  roles('a username that is a date', line(role, { username: '2026-11-20' })),
  roles('a username that is null', line(role, { username: '~' })),
  roles('an ARN that is a number', line('111122223333')),
  roles('an ARN that is null', line('~') + line()),
  roles('an entry without an ARN beside a good one', '- username: a\n  groups: []\n' + line()),
  roles('an entry that is a text beside a good one', '- text\n' + line()),
  roles('an entry that is null beside a good one', '-\n' + line()),
  roles('an entry that is a list beside a good one', '- [a]\n' + line()),
  roles('JSON', JSON.stringify([{ rolearn: role, username, groups: ['system:bootstrappers', 'system:nodes'] }])),
  roles(
    'JSON with two entries for the role',
    JSON.stringify([
      { rolearn: role, username: 'a' },
      { rolearn: role, username: 'b' },
    ]),
  ),
  roles(
    'an anchor and an alias',
    `- &nodes\n  rolearn: ${role}-2\n  username: ${username}\n  groups: &groups ${groups}\n- rolearn: ${role}\n  username: x\n  groups: *groups\n`,
  ),
  roles(
    'a merge key',
    `- &nodes\n  rolearn: ${role}-2\n  username: ${username}\n  groups: ${groups}\n- <<: *nodes\n  rolearn: ${role}\n`,
  ),
  roles('comments and blank lines', `# nodes\n\n${line()}\n# end\n`),
  roles('a document marker', `---\n${line()}`),
  roles('several documents, the role in the first', `${line()}---\n${other}`),
  roles('several documents, the role in the second', `${other}---\n${line()}`),
  roles('several documents, the second broken', `${line()}---\n]\n`),
  roles('Windows line ends', line().replaceAll('\n', '\r\n')),
  roles('no text', ''),
  roles('white space', ' \n '),
  roles('quotes only', '""'),
  roles('backquotes only', '``'),
  roles('an empty list', '[]'),
  roles('a comment only', '# none\n'),
  roles('null', 'null'),
  roles('a text', 'arn'),
  roles('an object', 'rolearn: x\n'),
  roles('an object of lists', `roles:\n${line()}`),
  roles('a missing indent', line().replace('  username', 'username')),
  roles('an indent too many', line().replace('  username', '    username')),
  roles('a tab for the indent', line().replace('  username', '\tusername')),
  roles('a template that nobody filled in', line('{{ role }}')),
  roles('a username that begins with a brace', line(role, { username: '{{SessionName}}' })),
  roles('an unclosed list', line(role, { groups: '[system:nodes' }), { undecided: true }),
  roles('an unclosed quote', line(role, { username: '"system:node' }), { undecided: true }),
  roles('a list that goes on without an indent', line(role, { groups: '[system:bootstrappers,\nsystem:nodes]' }), {
    undecided: true,
  }),
  roles('a quote that goes on without an indent', line(role, { username: '"system:node:\nx"' }), { undecided: true }),
  { it: 'no mapRoles', data: {}, identity: assumed },
  { it: 'keys of the ConfigMap in another case', data: { maproles: line() }, identity: assumed },
  { it: 'the role among the users', data: { mapUsers: line().replace('rolearn', 'userarn') }, identity: assumed },
  {
    it: 'the role among the users and the roles',
    data: { mapRoles: line(), mapUsers: operator.replace('rolearn', 'userarn') },
    identity: assumed,
  },
  {
    it: 'the role among the users twice',
    data: { mapUsers: (line() + operator).replaceAll('rolearn', 'userarn') },
    identity: assumed,
  },
  { it: 'the role among the users, as rolearn', data: { mapUsers: line() }, identity: assumed },
  { it: 'users that are no YAML', data: { mapRoles: line(), mapUsers: ']' }, identity: assumed },
  { it: 'the account alone', data: { mapAccounts: '- "111122223333"\n' }, identity: assumed },
  {
    it: 'the account beside the role',
    data: { mapRoles: line(), mapAccounts: '- "111122223333"\n' },
    identity: assumed,
  },
  { it: 'accounts that are no YAML', data: { mapRoles: line(), mapAccounts: '{' }, identity: assumed },
];
