import type { ReportedFinding } from '../../judge/result.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { shortText } from '../../report/entry-title.ts';
import { format, parseMinor } from '../../syntax/versions.ts';

/** What the entries say about one bar. */
export interface BarProblem {
  level: ReportedFinding['level'];
  words: string;
  /** The number of the entry. */
  number: number;
}

type Evidence = ReportedFinding['evidence'][number];

const ofNodes: readonly string[] = ['nodes/kubelet-skew', 'nodes/version-behind'];

/** The most serious problem of the nodes with a kubelet version; null is a version that cannot be read. */
export function findKubeletProblem(entries: readonly NumberedEntry[], version: string | null): BarProblem | undefined {
  const isSeen = ({ fact, observed }: Evidence) => fact === 'nodes' && minorText(observed) === version;
  return mostSerious(entries, (finding) =>
    ofNodes.includes(finding.check) && finding.evidence.some(isSeen) ? shortText(finding) : undefined,
  );
}

function minorText(version: string): string | null {
  const minor = parseMinor(version);
  return minor === undefined ? null : format(minor);
}

/** The most serious problem of the addresses in an Availability Zone. */
export function findZoneProblem(entries: readonly NumberedEntry[], zone: string): BarProblem | undefined {
  return mostSerious(entries, (finding) => {
    const { check, rule, resource, evidence } = finding;
    if (check !== 'control-plane/subnet-ips') return undefined;
    if (rule !== 'zones')
      return resource.text.endsWith(`(${zone})`) ? `${resource.name}: ${shortText(finding)}` : undefined;
    const own = evidence.find((one) => one.resource === `Zone ${zone}` && lacksAddresses(one));
    return own && `needed: ${own.required}`;
  });
}

/** `subnet-a: 4 free, subnet-b: 0 free` lacks `a subnet with 5 free`. */
function lacksAddresses({ observed, required }: Evidence): boolean {
  const [needed = 0] = freeIn(required ?? '');
  return freeIn(observed).every((free) => free < needed);
}

function freeIn(text: string): number[] {
  return [...text.matchAll(/\b(\d+) free/g)].map(([, free]) => Number(free));
}

function mostSerious(
  entries: readonly NumberedEntry[],
  wordsOf: (finding: ReportedFinding) => string | undefined,
): BarProblem | undefined {
  const problems = entries.flatMap(({ number, findings }) =>
    findings.flatMap((finding): BarProblem[] => {
      const words = wordsOf(finding);
      return words === undefined ? [] : [{ level: finding.level, words, number }];
    }),
  );
  const levels = ['fail', 'unknown', 'warn'] as const;
  return levels.map((level) => problems.find((one) => one.level === level)).find((one) => one !== undefined);
}
