import { describe, expect, it } from 'vitest';
import { renderFleet } from '../../src/formats/fleet/formats.ts';
import type { Fleet, FleetCluster } from '../../src/report/fleet/schema.ts';
import { aFleet, aFleetCluster } from '../world/fleet.ts';
import { mixedFleet } from '../world/mixed-fleet.ts';
import { listNodes, parseMarkdown } from './markdown.ts';

const markdown = (fleet: Fleet) => renderFleet(fleet, 'markdown', { columns: 80, color: false, all: false });

type Node = ReturnType<typeof parseMarkdown>;

/** The number of cells in each row of each table. */
function cellCounts(root: Node): number[][] {
  const tables = listNodes(root).filter(({ type }) => type === 'table');
  return tables.map(({ children = [] }) => children.map((row) => row.children?.length ?? 0));
}

describe('a fleet as Markdown', () => {
  it('has the table, what clusters share, the order and what to do first', async () => {
    expect(await markdown(mixedFleet)).toMatchInlineSnapshot(`
      "<!-- eks-preflight: fleet -->
      ## BLOCKED 8 clusters: 2 blocked, 2 not scanned, 1 incomplete, 3 ready

      As of 2026-11-20 12:00 UTC; reports older than 36h do not count.

      1 cluster in extended support.

      Next to end: extended support of payments-prod, 2026-11-26 (in 6 days).

      Extra cost of extended support: up to \`$4,308\` so far, \`$8,394\` in the next 365 days; unknown for 2 clusters.

      | Cluster | Account | Region | Version | Status | Blockers | Unknown | Support ends | Extra cost | Next year | Scanned | Changed | Why | Report |
      | --- | --- | --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | --- | --- |
      | payments-prod | 111122223333 | eu-west-1 | 1.31 -> 1.32 | blocked | 3 | 1 | 2026-11-26 extended 6d | \`$4,308\` | \`$66\` | 10h | 9d | FAIL SelfManagedNodeGroup batch: kubelet 1.28 is too old for control plane 1.32; runs Amazon Linux 2: EKS support of its images ended on 2025-11-26 | \`reports/111122223333/eu-west-1/payments-prod/latest.json\` |
      | search-prod | 111122223333 | us-east-1 | 1.33 -> 1.34 | blocked | 1 | 0 | 2027-07-29 standard 251d | \`$0\` | \`$1,362\` | 10h | 10h | FAIL Node a: kubelet 1.30 is too old for control plane 1.34 | \`reports/111122223333/us-east-1/search-prod/latest.json\` |
      | legacy | 111122223333 | eu-west-1 | - | not scanned | - | - | - | - | - | 2d | - | the report is 50 hours old; --max-age is 36h | \`reports/111122223333/eu-west-1/legacy/latest.json\` |
      | reports/broken.json | - | - | - | not scanned | - | - | - | - | - | - | - | the file is not a report: it is damaged or cut off; write one with scan --output json=FILE | \`reports/broken.json\` |
      | data-prod | 444455556666 | eu-west-1 | 1.33 -> 1.34 | incomplete | 0 | 3 | 2027-07-29 standard 251d | \`$0\` | \`$1,362\` | 10h | 34h | UNKNOWN 1 permission is missing: nodes: list (33 checks) | \`reports/444455556666/eu-west-1/data-prod/latest.json\` |
      | web-dev | 111122223333 | eu-west-1 | 1.33 -> 1.34 | ready | 0 | 0 | 2027-07-29 standard 251d | \`$0\` | \`$1,362\` | 10h | 50d |  | \`reports/111122223333/eu-west-1/web-dev/latest.json\` |
      | web-canary | 444455556666 | eu-west-1 | 1.36 | ready | 0 | 0 | 2028-08-02 standard 621d | \`$0\` | \`$0\` | 10h | - |  | \`reports/444455556666/eu-west-1/web-canary/latest.json\` |
      | web-staging | 444455556666 | eu-west-1 | 1.32 -> 1.33 | ready | 0 | 0 | 2026-12-02 standard 12d | \`$0\` | \`$4,242\` | 10h | - |  | \`reports/444455556666/eu-west-1/web-staging/latest.json\` |

      ### What clusters share

      | Clusters | Level | Problem | Which |
      | ---: | --- | --- | --- |
      | 2 | FAIL | kubelet too old (nodes/kubelet-skew) | payments-prod and search-prod |
      | 2 | UNKNOWN | missing permission nodes: list (nodes/drain and 32 more checks) | payments-prod and data-prod |
      | 5 | WARN | workloads with one replica (workloads/single-replica) |  |

      ### Suggested order of updates

      1. web-staging 1.32 -> 1.33: ready, standard support ends 2026-12-02
      2. web-dev 1.33 -> 1.34: ready, standard support ends 2027-07-29
      3. data-prod 1.33 -> 1.34: 3 unknown, standard support ends 2027-07-29
      4. search-prod 1.33 -> 1.34: 1 blocker, standard support ends 2027-07-29
      5. payments-prod 1.31 -> 1.32: 3 blockers, 1 unknown, extended support ends 2026-11-26

      No newer version: web-canary.

      Exit code 1: 2 clusters are blocked.

      First: see what blocks payments-prod:

      \`\`\`sh
      eks-preflight render reports/111122223333/eu-west-1/payments-prod/latest.json
      \`\`\`
      "
    `);
  });

  it('is one comment, with a marker by which it can be replaced', async () => {
    const root = parseMarkdown(await markdown(mixedFleet));
    const html = listNodes(root).filter(({ type }) => type === 'html');
    expect(html.map(({ value }) => value)).toEqual(['<!-- eks-preflight: fleet -->']);
    expect(cellCounts(root)).toEqual([Array(9).fill(14), Array(4).fill(4)]);
  });

  it.each([
    ['a path', 'reports/1/eu-west-1/a/latest.json'],
    ['an address in S3', 's3://reports/1/eu-west-1/a/latest.json'],
    ['an address that is not ours', 'https://evil.example/latest.json'],
    ['a path with a bar and a back-tick', 'a|b`c\\|d'],
  ])('names a report as code, without a link: %s', async (_kind, report) => {
    const root = parseMarkdown(
      await markdown(aFleet([aFleetCluster({ status: 'blocked', report }), aFleetCluster({ name: 'b' })])),
    );
    const nodes = listNodes(root);
    expect(nodes.filter(({ type }) => type === 'link')).toEqual([]);
    const codes = nodes
      .filter(({ type }) => type === 'inlineCode')
      .map(({ value }) => value?.replaceAll('\\ |', '\\|'));
    expect(codes).toContain(report);
    expect(new Set(cellCounts(root)[0]).size).toBe(1);
  });

  it('shows text from reports as text', async () => {
    const text = '| <b>x</b> [x](https://evil.example) @team #1 \\| `b` $x$ :tada:';
    const hostile: Partial<FleetCluster> = { reason: text, account: text, status: 'not-scanned', tags: { env: text } };
    const fleet = aFleet([aFleetCluster({ ...hostile, name: text }), aFleetCluster()], {
      groupBy: 'tag:env',
      shared: [{ title: text, clusters: ['prod', text] }],
    });
    const root = parseMarkdown(await markdown(fleet));
    const nodes = listNodes(root);
    const used = new Set(nodes.map(({ type }) => type));
    for (const type of ['link', 'image', 'emphasis', 'strong', 'delete', 'linkReference'])
      expect(used).not.toContain(type);
    expect(nodes.filter(({ type }) => type === 'html')).toHaveLength(1);
    for (const counts of cellCounts(root)) expect(new Set(counts).size).toBe(1);
  });
});
