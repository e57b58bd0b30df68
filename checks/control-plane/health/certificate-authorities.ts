import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/syntax/shell.ts';

type Cluster = Facts['cluster'];
type Authority = NonNullable<Facts['certificateAuthorities']>[number];

export const rotationGuide = 'https://docs.aws.amazon.com/eks/latest/userguide/certificate-authority-rotation.html';

/** Findings for rotation phases of a certificate authority that are running, have failed, or have an unknown status. */
export function* authorityFindings(cluster: Cluster, authority: Authority): Generator<Finding> {
  const { id, signingStatus, distributionStatus } = authority;
  const resource = { kind: 'CertificateAuthority', name: id };
  const links = [rotationGuide];
  const evidence: Evidence[] = [
    {
      observed: `signing ${signingStatus}, distribution ${distributionStatus}`,
      required: 'signing IN_USE or NOT_USED, distribution COMPLETE',
      fact: 'certificateAuthorities',
    },
  ];
  const fix = advice`Complete this step of the rotation first: wait for a running step, repeat a failed
    one.\n${commands(
      sh`aws eks list-certificate-authorities --region ${cluster.region} --cluster-name ${cluster.name}`,
    )}`;
  if (signingStatus === 'ACTIVATING' || ['IN_PROGRESS', 'DELETING'].includes(distributionStatus)) {
    const step = { IN_PROGRESS: 'distributed', DELETING: 'deleted' }[distributionStatus] ?? 'activated';
    const message = `the certificate authority is being ${step}: EKS does not change the version until this completes`;
    const short = `cluster CA is being ${step}`;
    yield { level: 'fail', rule: 'certificate-authority', short, resource, message, evidence, fix, links };
    return;
  }
  if (distributionStatus === 'FAILED') {
    const message = 'EKS failed to distribute the certificate authority';
    const short = 'distribution of the cluster CA failed';
    yield { level: 'warn', rule: 'certificate-authority', short, resource, message, evidence, fix, links };
    return;
  }
  if (['IN_USE', 'NOT_USED'].includes(signingStatus) && distributionStatus === 'COMPLETE') return;
  const message = `unknown status of the certificate authority: ${signingStatus}, ${distributionStatus}`;
  const short = 'status of the cluster CA unknown';
  yield { level: 'unknown', rule: 'certificate-authority', short, resource, message, evidence, links };
}
