import { parseWritten, readTableFile } from '../../scripts/refresh/table-file.ts';

/**
 * Texts in the form of pages on the web, made from the rows of today. They show that a reader follows the form of a page; a
 * weekly run reads the pages themselves.
 */

/** The page of endoflife.date about Amazon EKS. */
export function eksVersionsPage(): string {
  const releases = parseWritten(readTableFile('eks-versions')).rows.map(
    ({ version, endOfStandardSupport, endOfExtendedSupport }) =>
      `  - releaseCycle: "${String(version)}"\n    releaseDate: 2026-06-02\n    eol: ${String(endOfStandardSupport)}\n    eoes: ${String(endOfExtendedSupport)}\n`,
  );
  return `---\ntitle: Amazon EKS\nreleases:\n${releases.reverse().join('')}\n---\n\nText.\n`;
}

/** The CloudFormation template of a release of Karpenter. */
export function karpenterTemplate(minor: string): string {
  const actions = parseWritten(readTableFile('karpenter-probes')).rows.flatMap((row) =>
    isIn(row, minor) ? (row['actions'] as string[]) : [],
  );
  const document = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: [...new Set(actions)] }],
  });
  const rules = parseWritten(readTableFile('karpenter-events')).rows.map(
    (row, at) =>
      `  Rule${at}:\n    Type: AWS::Events::Rule\n    Properties:\n      EventPattern:\n        source:\n          - ${String(row['eventSource'])}\n        detail-type:\n          - ${String(row['detailType'])}\n`,
  );
  return `Resources:
  Policy:
    Type: AWS::IAM::ManagedPolicy
    Properties:
      PolicyDocument: !Sub |
        ${document}
${rules.join('')}`;
}

function isIn({ since, until }: Readonly<Record<string, unknown>>, minor: string): boolean {
  const [, at = 0] = minor.split('.').map(Number);
  const place = (version: string): number => {
    const [major = 0, of = 0] = version.split('.').map(Number);
    return major * 1000 + of;
  };
  return place(String(since)) <= 1000 + at && (typeof until !== 'string' || place(until) >= 1000 + at);
}
