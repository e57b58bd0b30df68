import { describe, expect, it } from 'vitest';
import { renderFleet } from '../../src/formats/fleet/formats.ts';
import type { Fleet } from '../../src/report/fleet/schema.ts';
import { aFleet, aFleetCluster } from '../world/fleet.ts';
import { mixedFleet } from '../world/mixed-fleet.ts';

const shown = (fleet: Fleet, columns: number, all = false) =>
  renderFleet(fleet, 'text', { columns, color: false, all });

describe('a fleet of eight as text', () => {
  it('shows what needs attention at 80 columns', async () => {
    expect(await shown(mixedFleet, 80)).toMatchInlineSnapshot(`
      "BLOCKED 8 clusters: 2 blocked, 2 not scanned, 1 incomplete, 3 ready
        As of 2026-11-20 12:00 UTC; reports older than 36h do not count.
        1 cluster in extended support.
        Next to end: extended support of payments-prod, 2026-11-26 (in 6 days).
        Extra cost of extended support: up to $4,308 so far, $8,394 in the next 365
        days; unknown for 2 clusters.

      Blocked (2)
        payments-prod (111122223333, eu-west-1): 1.31 -> 1.32, 3 blockers, 1 unknown
          FAIL SelfManagedNodeGroup batch: kubelet 1.28 is too old for control plane
            1.32; runs Amazon Linux 2: EKS support of its images ended on 2025-11-26
        search-prod (111122223333, us-east-1): 1.33 -> 1.34, 1 blocker
          FAIL Node a: kubelet 1.30 is too old for control plane 1.34
      Not scanned (2)
        legacy (111122223333, eu-west-1): the report is 50 hours old; --max-age is
          36h
        reports/broken.json: the file is not a report: it is damaged or cut off;
          write one with scan --output json=FILE
      Incomplete (1)
        data-prod (444455556666, eu-west-1): 1.33 -> 1.34, 3 unknown
          UNKNOWN 1 permission is missing: nodes: list (33 checks)
      Ready (3)
        web-canary, web-dev, web-staging

      What clusters share
        2 clusters  FAIL     kubelet too old (nodes/kubelet-skew): payments-prod and
                             search-prod
        2 clusters  UNKNOWN  missing permission nodes: list (nodes/drain and 32 more
                             checks): payments-prod and data-prod
        5 clusters  WARN     workloads with one replica (workloads/single-replica)

      Suggested order of updates
        1  web-staging 1.32 -> 1.33: ready, standard support ends 2026-12-02
        2  web-dev 1.33 -> 1.34: ready, standard support ends 2027-07-29
        3  data-prod 1.33 -> 1.34: 3 unknown, standard support ends 2027-07-29
        4  search-prod 1.33 -> 1.34: 1 blocker, standard support ends 2027-07-29
        5  payments-prod 1.31 -> 1.32: 3 blockers, 1 unknown, extended support ends
           2026-11-26
        No newer version: web-canary.

      Exit code 1: 2 clusters are blocked.
      First: see what blocks payments-prod:
        eks-preflight render reports/111122223333/eu-west-1/payments-prod/latest.json
      To see more, add --show all or -o fleet.html.
      "
    `);
  });

  it('shows the table at 160 columns', async () => {
    expect(await shown(mixedFleet, 160)).toMatchInlineSnapshot(`
      "BLOCKED 8 clusters: 2 blocked, 2 not scanned, 1 incomplete, 3 ready
        As of 2026-11-20 12:00 UTC; reports older than 36h do not count.
        1 cluster in extended support.
        Next to end: extended support of payments-prod, 2026-11-26 (in 6 days).
        Extra cost of extended support: up to $4,308 so far, $8,394 in the next 365 days; unknown for 2 clusters.

        Cluster              Account       Region     Version       Status       Blockers  Unknown  Support ends              Extra cost  Next year  Scanned  Changed
        payments-prod        111122223333  eu-west-1  1.31 -> 1.32  blocked             3        1  2026-11-26 extended 6d        $4,308        $66      10h       9d
          FAIL SelfManagedNodeGroup batch: kubelet 1.28 is too old for control plane 1.32; runs Amazon Linux 2:
            EKS support of its images ended on 2025-11-26
        search-prod          111122223333  us-east-1  1.33 -> 1.34  blocked             1        0  2027-07-29 standard 251d          $0     $1,362      10h      10h
          FAIL Node a: kubelet 1.30 is too old for control plane 1.34
        legacy               111122223333  eu-west-1  -             not scanned         -        -  -                                  -          -       2d        -
          the report is 50 hours old; --max-age is 36h
        reports/broken.json  -             -          -             not scanned         -        -  -                                  -          -        -        -
          the file is not a report: it is damaged or cut off; write one with scan --output json=FILE
        data-prod            444455556666  eu-west-1  1.33 -> 1.34  incomplete          0        3  2027-07-29 standard 251d          $0     $1,362      10h      34h
          UNKNOWN 1 permission is missing: nodes: list (33 checks)
        web-dev              111122223333  eu-west-1  1.33 -> 1.34  ready               0        0  2027-07-29 standard 251d          $0     $1,362      10h      50d
        web-canary           444455556666  eu-west-1  1.36          ready               0        0  2028-08-02 standard 621d          $0         $0      10h        -
        web-staging          444455556666  eu-west-1  1.32 -> 1.33  ready               0        0  2026-12-02 standard 12d           $0     $4,242      10h        -

      What clusters share
        2 clusters  FAIL     kubelet too old (nodes/kubelet-skew): payments-prod and search-prod
        2 clusters  UNKNOWN  missing permission nodes: list (nodes/drain and 32 more checks): payments-prod and
                             data-prod
        5 clusters  WARN     workloads with one replica (workloads/single-replica)

      Suggested order of updates
        1  web-staging 1.32 -> 1.33: ready, standard support ends 2026-12-02
        2  web-dev 1.33 -> 1.34: ready, standard support ends 2027-07-29
        3  data-prod 1.33 -> 1.34: 3 unknown, standard support ends 2027-07-29
        4  search-prod 1.33 -> 1.34: 1 blocker, standard support ends 2027-07-29
        5  payments-prod 1.31 -> 1.32: 3 blockers, 1 unknown, extended support ends 2026-11-26
        No newer version: web-canary.

      Exit code 1: 2 clusters are blocked.
      First: see what blocks payments-prod:
        eks-preflight render reports/111122223333/eu-west-1/payments-prod/latest.json
      To see more, add --show all or -o fleet.html.
      "
    `);
  });
});

describe('a fleet of one cluster as text', () => {
  it('says above the table what its columns would say', async () => {
    expect(await shown(aFleet([aFleetCluster()]), 120)).toMatchInlineSnapshot(`
      "READY 1 cluster
        This cluster: account 111122223333, eu-west-1, 1.33 -> 1.34, standard support ends 2027-07-29, scanned 10
        hours ago.
        As of 2026-11-20 12:00 UTC; reports older than 36h do not count.
        Extra cost of extended support: $1,362 in the next 365 days.

        Cluster  Status  Blockers  Unknown  Next year
        prod     ready          0        0     $1,362

      Exit code 0: the cluster is ready.
      First: see how to update prod:
        eks-preflight render reports/111122223333/eu-west-1/prod/latest.json
      To see more, add --show all or -o fleet.html.
      "
    `);
  });

  it('says why the cluster was not scanned', async () => {
    expect(await shown(aFleet([aFleetCluster({ status: 'not-scanned' })]), 80)).toMatchInlineSnapshot(`
      "NOT SCANNED 1 cluster
        This cluster: account 111122223333, eu-west-1.
        As of 2026-11-20 12:00 UTC; reports older than 36h do not count.

      Not scanned (1)
        prod: the report is 50 hours old; --max-age is 36h

      Exit code 3: the cluster was not scanned.
      First: fix why prod was not scanned (see above), then scan it again:
        eks-preflight scan arn:aws:eks:eu-west-1:111122223333:cluster/prod
      To see more, add --show all or -o fleet.html.
      "
    `);
  });
});
