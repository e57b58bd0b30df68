import { expect } from 'vitest';
import check from '../../../checks/clients/kubectl-version.ts';
import { checkCases, type Case, type ExpectedFinding } from '../cases.ts';

const resource = { kind: 'Program', name: 'kubectl', note: 'on the PATH of the scan' };
const kubectl = (version: string): Case['facts'] => ({ kubectl: { version } });

const tooOld: ExpectedFinding = {
  level: 'warn',
  at: 33,
  phase: 'before',
  short: '3 minor versions older than the cluster',
  resource,
  message: 'kubectl v1.30.2 is 3 minor versions older than control plane 1.33',
  evidence: [{ observed: 'v1.30.2', required: '1.32 to 1.34' }],
  fix: expect.stringContaining('Install kubectl 1.34 '),
};

checkCases(check, [
  { it: 'is silent at the same minor', facts: kubectl('v1.33.5'), findings: [] },
  { it: 'is silent one minor ahead', facts: kubectl('v1.34.1'), findings: [] },
  { it: 'warns of one that is too old today', facts: kubectl('v1.30.2'), findings: [tooOld] },
  {
    it: 'lists one that the next step leaves behind after that step',
    facts: kubectl('v1.32.9-eks-113cf36'),
    findingsLike: [
      {
        at: 34,
        phase: 'after',
        message: 'kubectl v1.32.9-eks-113cf36 is 2 minor versions older than control plane 1.34',
        evidence: [{ observed: 'v1.32.9-eks-113cf36', required: '1.33 to 1.35' }],
      },
    ],
  },
  {
    it: 'looks at every step of a longer path',
    target: '1.36',
    facts: kubectl('v1.34.1'),
    findingsLike: [{ at: 36, message: 'kubectl v1.34.1 is 2 minor versions older than control plane 1.36' }],
  },
  {
    it: 'warns of one that is too new today',
    facts: kubectl('v1.36.0'),
    findingsLike: [{ message: 'kubectl v1.36.0 is 3 minor versions newer than control plane 1.33' }],
  },
  { it: 'is silent where no update is planned and it fits', target: '1.33', facts: kubectl('v1.32.0'), findings: [] },
  {
    it: 'names no newer kubectl than the control plane has where no update is planned',
    target: '1.33',
    facts: kubectl('v1.29.0'),
    findingsLike: [{ fix: expect.stringContaining('Install kubectl 1.33 ') }],
  },
  {
    it: 'does not guess at a version that is none',
    facts: kubectl('v0.0.0-master+$Format:%H$'),
    findingsLike: [{ level: 'unknown', rule: 'version-not-readable' }],
  },
  { it: 'does not apply without kubectl', facts: { kubectl: null }, skip: 'no kubectl on the PATH of the scan' },
]);
