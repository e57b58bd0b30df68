import { expect } from 'vitest';
import check from '../../../checks/clients/eksctl-version.ts';
import { checkCases, type Case } from '../cases.ts';

const resource = { kind: 'Program', name: 'eksctl', note: 'on the PATH of the scan' };
const guide = 'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html';
const eksctl = (version: string): Case['facts'] => ({ eksctl: { version } });

checkCases(check, [
  { it: 'is silent about a new one', facts: eksctl('0.230.0'), findings: [] },
  { it: 'is silent at what the guide asks for', facts: eksctl('0.215.0'), findings: [] },
  {
    it: 'warns below what the guide asks for',
    facts: eksctl('0.210.0'),
    findings: [
      {
        level: 'warn',
        at: 34,
        resource,
        message: 'eksctl 0.210.0 is older than 0.215.0, which the user guide requires',
        evidence: [{ observed: '0.210.0', required: '0.215.0 or newer' }],
        fix: expect.stringContaining('Install eksctl 0.215.0 or newer'),
        links: [guide],
      },
    ],
  },
  {
    it: 'warns of one that does not know the next version, with the guide beside it',
    facts: eksctl('0.190.0'),
    findings: [
      {
        level: 'warn',
        at: 34,
        resource,
        message: 'eksctl 0.190.0 does not support Kubernetes 1.34: 0.202.0 is the first version that does',
        evidence: [
          { observed: '0.190.0', required: '0.202.0 or newer for Kubernetes 1.34' },
          { observed: '0.190.0', required: '0.215.0 or newer' },
        ],
        fix: expect.stringContaining('Install eksctl 0.215.0 or newer'),
        links: ['https://github.com/eksctl-io/eksctl/releases/tag/v0.202.0'],
      },
    ],
  },
  {
    it: 'names the first version of the path that it does not know',
    current: '1.28',
    target: '1.31',
    facts: eksctl('0.170.0'),
    findingsLike: [
      { at: 30, message: 'eksctl 0.170.0 does not support Kubernetes 1.30: 0.179.0 is the first version that does' },
    ],
  },
  {
    it: 'says nothing of lists for a version before the first one known',
    current: '1.20',
    target: '1.21',
    facts: eksctl('0.60.0'),
    findingsLike: [{ at: 21, message: 'eksctl 0.60.0 is older than 0.215.0, which the user guide requires' }],
  },
  {
    it: 'takes what the guide asked for at the time of judging',
    now: '2024-06-01T00:00:00.000Z',
    current: '1.29',
    facts: eksctl('0.180.0'),
    findings: [],
  },
  {
    it: 'takes a development build by the release that it comes before',
    facts: eksctl('0.231.0-dev+0f1e2d3.2026-10-09T12:00:00Z'),
    findings: [],
  },
  { it: 'is silent where no update is planned', target: '1.33', facts: eksctl('0.170.0'), findings: [] },
  {
    it: 'does not guess at a version that is none',
    facts: eksctl('latest'),
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable' }],
  },
  { it: 'does not apply without eksctl', facts: { eksctl: null }, skip: 'no eksctl on the PATH of the scan' },
]);
