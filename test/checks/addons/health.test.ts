import check from '../../../checks/addons/health.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { anAddon, checkCases, type Case } from '../cases.ts';
import { ruleOf, spellingsOf } from '../health-codes.ts';

const look = (addon: string) =>
  `\`\`\`sh\naws eks describe-addon --region eu-west-1 --cluster-name prod --addon-name ${addon} \\\n  --query 'addon.[addonVersion,status,health.issues]'\n\`\`\``;
const issue = (code: string, message = '', resourceIds: string[] = []) => ({ code, message, resourceIds });

checkCases(check, [
  { it: 'does not apply without an EKS add-on', facts: { addons: [] }, skip: 'no EKS add-on is installed' },
  {
    it: 'is silent about add-ons that are active and healthy',
    facts: { addons: [anAddon('coredns'), anAddon('vpc-cni')] },
    findings: [],
  },
  {
    it: 'reports an issue with what EKS says and the objects that it names',
    facts: {
      addons: [
        anAddon('coredns', {
          status: 'DEGRADED',
          healthIssues: [
            issue(
              'InsufficientNumberOfReplicas',
              'The add-on is unhealthy because it\ndoes not have the desired replicas.',
              ['kube-system/coredns'],
            ),
          ],
        }),
      ],
    },
    findings: [
      {
        level: 'fail',
        rule: 'issue:insufficientnumberofreplicas',
        resource: { kind: 'EKS add-on', name: 'coredns' },
        blocks: 'workloads',
        message:
          'EKS reports InsufficientNumberOfReplicas (status DEGRADED): The add-on is unhealthy because it does not have the desired replicas.',
        evidence: [
          {
            observed: 'InsufficientNumberOfReplicas: kube-system/coredns',
            required: 'no health issue',
            fact: 'addons',
          },
        ],
        fix: `Clear the cause of InsufficientNumberOfReplicas and wait until the add-on is active.\n${look('coredns')}`,
        links: ['https://docs.aws.amazon.com/eks/latest/APIReference/API_AddonIssue.html'],
      },
    ],
  },
  {
    it: 'goes by the code where the status is bad, and reports each code once',
    facts: {
      addons: [
        anAddon('vpc-cni', {
          status: 'UPDATE_FAILED',
          healthIssues: [
            issue('ConfigurationConflict', 'Conflicts found.', ['a']),
            issue('ConfigurationConflict', 'Conflicts found.', ['b']),
            issue('configurationconflict2', 'New.'),
          ],
        }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        blocks: 'nodes',
        message: 'EKS reports ConfigurationConflict (status UPDATE_FAILED): Conflicts found.',
      },
      { level: 'unknown', message: 'EKS reports configurationconflict2 (status UPDATE_FAILED): New.' },
    ],
  },
  {
    it: 'takes a code in two spellings for one',
    facts: {
      addons: [anAddon('coredns', { healthIssues: [issue('ACCESS_DENIED', 'No.'), issue('AccessDenied', 'No.')] })],
    },
    findingsLike: [{ level: 'fail', rule: 'issue:accessdenied', message: 'EKS reports ACCESS_DENIED: No.' }],
  },
  {
    it: 'fails an add-on in a failed state whose code nobody knows',
    facts: { addons: [anAddon('coredns', { status: 'CREATE_FAILED', healthIssues: [issue('Brand_New')] })] },
    findingsLike: [{ level: 'fail', rule: 'issue:brandnew' }],
  },
  {
    it: 'does not blame such a code for a state that another one explains',
    facts: {
      addons: [
        anAddon('coredns', {
          status: 'DEGRADED',
          healthIssues: [issue('BrandNew'), issue('InsufficientNumberOfReplicas')],
        }),
      ],
    },
    findingsLike: [{ level: 'unknown', rule: 'issue:brandnew' }, { level: 'fail' }],
  },
  {
    it: 'goes by the status where EKS names no issue',
    facts: {
      addons: [
        anAddon('a', { status: 'CREATE_FAILED' }),
        anAddon('b', { status: 'DEGRADED', healthIssues: null }),
        anAddon('c', { status: 'DELETE_FAILED' }),
        anAddon('d', { status: 'UPDATE_FAILED' }),
        anAddon('e', { status: 'RESTING' }),
      ],
    },
    findingsLike: [
      { level: 'fail', rule: 'status', message: 'its status is CREATE_FAILED; EKS names no health issue' },
      { level: 'fail', rule: 'status' },
      { level: 'warn', rule: 'status' },
      { level: 'warn', rule: 'status' },
      { level: 'unknown', rule: 'status', message: 'the status RESTING is not known' },
    ],
  },
  {
    it: 'warns of a change on the way',
    facts: {
      addons: ['CREATING', 'UPDATING', 'DELETING'].map((status) => anAddon('coredns', { status, healthIssues: null })),
    },
    findingsLike: [
      { level: 'warn', rule: 'running', message: 'the add-on is changing: its status is CREATING' },
      { level: 'warn', rule: 'running' },
      { level: 'warn', rule: 'running' },
    ],
  },
  {
    it: 'does not take missing health for health',
    facts: { addons: [anAddon('coredns', { healthIssues: null })] },
    findingsLike: [
      { level: 'unknown', rule: 'no-health', message: 'EKS tells nothing about the health of the add-on' },
    ],
  },
  {
    it: 'names the owner where it is not AWS',
    facts: { addons: [anAddon('metrics-server', { owner: 'community', status: 'DEGRADED' })] },
    findingsLike: [{ resource: { kind: 'EKS add-on', name: 'metrics-server', note: 'community' } }],
  },
  {
    it: 'only warns of what EKS Auto Mode brings by itself',
    cluster: { autoMode: true },
    facts: {
      addons: [anAddon('kube-proxy', { status: 'DEGRADED' }), anAddon('aws-ebs-csi-driver', { status: 'DEGRADED' })],
    },
    findingsLike: [
      {
        level: 'warn',
        message: 'its status is DEGRADED; EKS names no health issue (EKS Auto Mode does not need it)',
      },
      { level: 'fail' },
    ],
  },
  ...loadTable('health-codes')
    .rows.filter((row) => row.of === 'addon')
    .flatMap(({ code, level }) =>
      spellingsOf(code).map((spelling): Case => ({
        it: `knows ${spelling} as ${level}`,
        facts: { addons: [anAddon('coredns', { healthIssues: [issue(spelling)] })] },
        findingsLike: [{ level, rule: ruleOf(code), message: `EKS reports ${spelling}` }],
      })),
    ),
]);
