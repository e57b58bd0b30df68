import { isAfter } from '../../judge/verdict.ts';
import type { ReportedFinding, Result } from '../../judge/result.ts';
import { jsonWithoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { findingLine } from '../../report/finding-text.ts';
import type { Report } from '../../report/schema.ts';
import { basisLines, verdictLine } from '../text/headline.ts';
import { logicalLocations, physicalLocation, buildClusterUri } from './location.ts';
import { isOurLink } from '../markdown/links.ts';
import { block, linkItem } from '../markdown/escape.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * SARIF 2.1.0: a rule for each check, a result for each finding. An unknown is of kind `open`: there was not enough
 * data to decide. An accepted finding is suppressed.
 */
export function reportSarif(report: Report): string {
  const { tool, results, scannedAt, exitCode } = report;
  const run = {
    tool: {
      driver: {
        name: tool.name,
        version: tool.version,
        semanticVersion: tool.version,
        rules: results.map(toSarifRule),
      },
    },
    /** By this id, code scanning separates the results of one cluster from those of another. */
    automationDetails: { id: `eks-preflight/${buildClusterUri(report)}/` },
    invocations: [{ executionSuccessful: true, exitCode, endTimeUtc: scannedAt }],
    columnKind: 'utf16CodeUnits',
    results: results.flatMap((result, ruleIndex) =>
      result.findings.map((finding) => toSarifResult(finding, result, ruleIndex, report)),
    ),
    properties: {
      verdict: report.verdict,
      summary: [verdictLine(report), ...basisLines(report)],
      notJudged: report.notJudged,
    },
  };
  return `${jsonWithoutWorkflowCommands(JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2))}\n`;
}

function toSarifResult(finding: ReportedFinding, { id }: Result, ruleIndex: number, report: Report): object {
  const { fingerprint, accepted, fix, commands, blocks, at, level } = finding;
  return {
    ruleId: id,
    ruleIndex,
    ...toKindAndLevel(finding),
    message: { text: messageText(findingLine(finding)) },
    locations: [{ physicalLocation: physicalLocation(finding, report), logicalLocations: logicalLocations(finding) }],
    // Code scanning compares only the second fingerprint.
    partialFingerprints: { 'eksPreflight/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
    suppressions:
      accepted === null ? [] : [{ kind: 'external', status: 'accepted', justification: formatJustification(accepted) }],
    properties: { level, blocks, at, fix, commands },
  };
}

/** For any kind but `fail`, SARIF requires the level `none`. */
function toKindAndLevel(finding: ReportedFinding): { kind: string; level: string } {
  if (finding.level === 'unknown') return { kind: 'open', level: 'none' };
  if (finding.level === 'fail') return { kind: 'fail', level: 'error' };
  return { kind: 'fail', level: isAfter(finding) ? 'note' : 'warning' };
}

function formatJustification({ reason, owner, until }: NonNullable<ReportedFinding['accepted']>): string {
  return `${reason}; ${owner}; until ${until}`;
}

/** A check as a rule. Its level is the worst that it may report. */
function toSarifRule({ id, title, why: said, severity, category, docs, links }: Result): object {
  const why = said.replaceAll('**', '');
  const level = severity === 'fail' ? 'error' : 'warning';
  const sources = links.map(linkItem);
  return {
    id,
    name: id,
    shortDescription: { text: messageText(title) },
    fullDescription: { text: messageText(why.replaceAll(/\s+/g, ' ')) },
    help: {
      text: messageText([why, ...links].join('\n')),
      markdown: [block(why), ...sources].join('\n\n').replaceAll(/[{}]/g, '$&$&'),
    },
    ...(isOurLink(docs) ? { helpUri: docs } : {}),
    defaultConfiguration: { level },
    properties: { tags: [category], 'problem.severity': level },
  };
}

/**
 * Escapes text for a plain text message of SARIF, in which braces enclose a placeholder, and brackets before
 * parentheses are a link.
 */
function messageText(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&').replaceAll(/\](?=\()/g, '] ');
}
