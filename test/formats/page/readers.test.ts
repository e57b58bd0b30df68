import { describe, expect, it } from 'vitest';
import { findKubeletProblem, findZoneProblem } from '../../../src/formats/html/bar-problems.ts';
import { factWords } from '../../../src/formats/html/fact-words.ts';
import { reportHtml } from '../../../src/formats/html/html.tsx';
import { numberedEntries } from '../../../src/report/entries.ts';
import type { Report } from '../../../src/report/schema.ts';
import { storedReport } from './pages.ts';

/** What the HTML report says to readers who never run the command. */

const demo = storedReport('demo');
const entries = numberedEntries(demo);
const numberOf = (check: string, resource: string) =>
  entries.find(({ findings }) =>
    findings.some((finding) => finding.check === check && finding.resource.text === resource),
  )?.number;

/** The text of a page outside of fixes, commands and the folded details of checks. */
function saidBy(report: Report): string {
  const [, body = ''] = /<body>([^]*)<script>/.exec(reportHtml(report)) ?? [];
  return body
    .replaceAll(/<div class="rich">[^]*?<\/div>(?=<ul class="sources">|<\/div>|<\/section>)/g, '')
    .replaceAll(/<ul class="sources">[^]*?<\/ul>/g, '')
    .replaceAll(/<[^>]*>/g, '\n');
}

describe('a bar with a problem', () => {
  it.each([
    ['1.30', 'fail', 'kubelet too old', numberOf('nodes/kubelet-skew', 'NodeGroup legacy')],
    [
      '1.31',
      'warn',
      'kubelet older than the control plane',
      numberOf('nodes/version-behind', 'SelfManagedNodeGroup batch'),
    ],
    [
      '1.32',
      'warn',
      'kubelet older than the control plane',
      numberOf('nodes/version-behind', 'Deployment shop/reports (on Fargate)'),
    ],
  ] as const)('is a kubelet %s', (version, level, words, number) => {
    expect(number).toBeGreaterThan(0);
    expect(findKubeletProblem(entries, version)).toEqual({ level, words, number });
  });

  it.each(['1.33', '1.3', null])('is not a kubelet %s', (version) => {
    expect(findKubeletProblem(entries, version)).toBeUndefined();
  });

  it('is the zone without a subnet that has room, not the one with it', () => {
    const number = numberOf('control-plane/subnet-ips', 'Cluster prod');
    expect(findZoneProblem(entries, 'eu-west-1a')).toEqual({
      level: 'fail',
      words: 'needed: a subnet with 5 free',
      number,
    });
    expect(findZoneProblem(entries, 'eu-west-1b')).toBeUndefined();
  });

  it('is the zone of a small subnet', () => {
    const [sample] = entries.flatMap(({ findings }) => findings).filter(({ check }) => check.endsWith('/subnet-ips'));
    if (sample === undefined) throw new Error('the demo has too few free addresses');
    const small = {
      ...sample,
      level: 'warn' as const,
      rule: 'small-subnet',
      short: 'only 3 free IP addresses',
      resource: { ...sample.resource, kind: 'Subnet', name: 'subnet-0ddd', text: 'Subnet subnet-0ddd (eu-west-1b)' },
    };
    const one = [{ number: 9, findings: [small] }] as const;
    const words = 'subnet-0ddd: only 3 free IP addresses';
    expect(findZoneProblem(one, 'eu-west-1b')).toEqual({ level: 'warn', words, number: 9 });
    expect(findZoneProblem(one, 'eu-west-1a')).toBeUndefined();
  });

  it('has a color, the icon of its level, words and the entry', () => {
    const html = reportHtml(demo);
    expect(html.match(/<tr class="bar-\w+">/g)).toEqual([
      '<tr class="bar-fail">',
      '<tr class="bar-warn">',
      '<tr class="bar-warn">',
      '<tr class="bar-fail">',
    ]);
    expect(html).toMatch(/#icon-fail"><\/use><\/svg> kubelet too old \(<a href="#entry-1">entry 1<\/a>\)/);
    expect(reportHtml(storedReport('healthy'))).not.toMatch(/<tr class="bar-|class="problem"/);
  });
});

describe('the page', () => {
  it.each(['demo', 'everything-denied', 'kubernetes-unreachable', 'ordinary-large', 'healthy'])(
    'names no option, command, exit code or fact by its identifier: %s',
    (name) => {
      const report = storedReport(name);
      const said = saidBy(report);
      expect(said).toContain('facts were read completely');
      expect(said).not.toMatch(/(?:^|\s)--[a-z]|exit code \d \(|eks-preflight [a-z]+[ -]/m);
      const identifiers = Object.keys(report.coverage.facts).filter((fact) => /[A-Z]/.test(fact));
      expect(identifiers.length).toBeGreaterThan(50);
      expect(identifiers.filter((fact) => new RegExp(`\\b${fact}\\b`).test(said))).toEqual([]);
    },
  );

  it('sends no referrer to the links in it', () => {
    const html = reportHtml(demo);
    expect(html).toContain('<meta name="referrer" content="no-referrer"/>');
    expect(html).not.toMatch(/<a [^>]*(?:referrerpolicy|target)=/);
  });

  it('names the tool, then the cluster, then the verdict', () => {
    const said = saidBy(demo)
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(said.slice(1, 5).map((line) => line.trim())).toEqual([
      'eks-preflight',
      'Kubernetes upgrade readiness of an Amazon EKS cluster',
      'prod 1.33 → 1.34, Karpenter 1.5.8 → 1.8.8',
      'BLOCKED',
    ]);
  });

  it('counts in its tiles, not again in its headings', () => {
    const headings = [...reportHtml(demo).matchAll(/<h[23][^>]*>([^<]*)</g)].map(([, text = '']) => text);
    expect(headings).toContain('Blockers');
    expect(headings.filter((text) => /\(\d+\)/.test(text))).toEqual([]);
  });

  it.each([
    ['demo', '117 of 122 facts were read completely; 1 was not seen; 4 were not requested.'],
    ['healthy', '118 of 122 facts were read completely; 4 were not requested.'],
  ])('says how many facts were read, in numbers that add up: %s', (name, text) => {
    const [all = 0, ...parts] = [...text.matchAll(/(?:of )?(\d+) (?=facts|of|was|were)/g)]
      .map(([, count]) => Number(count))
      .toSorted((a, b) => b - a);
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(all);
    expect(saidBy(storedReport(name))).toContain(text);
  });

  it('names the gate only where it says something else than the verdict', () => {
    expect(reportHtml(demo)).not.toContain('class="gate"');
    const html = reportHtml({ ...demo, gate: { ...demo.gate, result: 'ready', horizon: 'next' } });
    expect(html).toContain('With its options, the scan ends as ready: ');
    expect(html).not.toMatch(/exit code \d \(|without --fail-on/);
  });

  it.each([
    ['certificateAuthorities', 'certificate authorities'],
    ['vpcDns', 'VPC DNS'],
    ['ebsCsiControllers', 'EBS CSI controllers'],
    ['requestedApis', 'API requests in the metrics of the API server'],
    ['team/rules', 'team/rules'],
  ])('names the fact %s in words', (fact, words) => expect(factWords(fact)).toBe(words));
});
