import { chartLabels, delivered, selectorLabels, type Delivery } from '../ordinary-team/delivery.ts';
import { programObjects } from '../ordinary-team/programs.ts';
import { boundVolumeObjects } from '../ordinary-team/shop.ts';
import { aHelmSecret } from '../helm.ts';
import { aNamespaceObject } from '../manifests.ts';
import { listHosts } from './groups.ts';

type Json = Record<string, unknown>;

/**
 * Thirty teams with a namespace each. Their pipelines run Helm: every team has `api`, `worker`, `web` and a CronJob
 * from one chart; some teams have a database.
 */

const teams =
  'accounts ads audit auth billing cart catalog chat checkout content coupons crm delivery fraud images inventory invoices ledger loyalty mail orders payments pricing profiles push reports returns reviews search stock'.split(
    ' ',
  );
const withDatabase = ['accounts', 'billing', 'catalog', 'crm', 'inventory', 'ledger', 'orders', 'payments', 'profiles'];
const withoutBudget = ['ads', 'chat', 'push'];
const registry = '111122223333.dkr.ecr.eu-west-1.amazonaws.com';
const http = { httpGet: { path: '/healthz', port: 'http' } };
const on = (group: string): Json => ({ nodeSelector: { 'example.com/group': group } });

const general = listHosts('general');
const databases = ['data-a', 'data-b', 'data-c'].map((name) => listHosts(name));

/** Every 67th node from a starting point, which spreads replicas over zones. */
function spread(start: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => general[(start * 11 + index * 67) % general.length] ?? '');
}

/** 34 of the 36 budgets allow a disruption. The other two require all replicas (1 of 1, 3 of 3) and allow none. */
export function teamWorkloads(): Json[] {
  return teams.flatMap((team, index) => [
    aNamespaceObject(team),
    ...apiObjects(team, spread(index * 3, team === 'reports' ? 1 : 4)),
    ...partObjects(team, 'worker', spread(index * 3 + 1, 3)),
    ...partObjects(team, 'web', spread(index * 3 + 2, 2)),
    ...(withDatabase.includes(team) ? databaseObjects(team, withDatabase.indexOf(team)) : []),
    cronJobObject(team, index),
    aHelmSecret(team, { namespace: team, chart: 'service', chartVersion: '4.2.0', revision: 20 + index }),
  ]);
}

const buildDelivery = (team: string): Delivery => ({ name: team, namespace: team, by: 'helm' });
const buildLabels = (team: string, part: string) => chartLabels(part, team, 'service-4.2.0', '2026.11.3');

function partObjects(team: string, part: string, nodes: readonly string[], budget?: Json): Json[] {
  const labels = buildLabels(team, part);
  return programObjects(buildDelivery(team), {
    kind: 'Deployment',
    path: `${team}/${part}`,
    labels,
    selector: selectorLabels(part, team),
    podLabels: labels,
    serviceAccount: part,
    containers: [
      {
        name: part,
        image: `${registry}/${team}/${part}:2026.11.3`,
        ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
        livenessProbe: http,
        readinessProbe: http,
      },
    ],
    ...(budget === undefined ? {} : { budget }),
    podSpec: on('general'),
    nodes,
  });
}

function apiObjects(team: string, nodes: readonly string[]): Json[] {
  const single = nodes.length === 1;
  const budget = single ? { minAvailable: 1 } : { maxUnavailable: 1 };
  const type: readonly [string, string] = ['v1', 'Service'];
  return [
    ...partObjects(team, 'api', nodes, withoutBudget.includes(team) ? undefined : budget),
    delivered(buildDelivery(team), type, `${team}/api`, {
      labels: buildLabels(team, 'api'),
      spec: { selector: selectorLabels('api', team), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    }),
  ];
}

/** PostgreSQL with a replica in each zone, on the database nodes. */
function databaseObjects(team: string, index: number): Json[] {
  const nodes = databases.map((hosts) => hosts[index] ?? '');
  const labels = chartLabels('postgres', team, 'postgres-1.9.1', '16.4');
  const program = programObjects(buildDelivery(team), {
    kind: 'StatefulSet',
    path: `${team}/postgres`,
    labels,
    selector: selectorLabels('postgres', team),
    podLabels: labels,
    serviceAccount: 'postgres',
    containers: [
      {
        name: 'postgres',
        image: 'public.ecr.aws/docker/library/postgres:16.4',
        ports: [{ name: 'postgres', containerPort: 5432 }],
        readinessProbe: { exec: { command: ['pg_isready'] } },
      },
    ],
    claims: { data: '200Gi' },
    budget: team === 'payments' ? { minAvailable: 3 } : { maxUnavailable: 1 },
    podSpec: { ...on('data'), terminationGracePeriodSeconds: 120 },
    nodes,
  });
  const volumes = nodes.map((_, replica) => `${team}/data-postgres-${replica}`);
  return [
    ...program,
    ...volumes.flatMap((path, replica) => boundVolumeObjects(path, '200Gi', `eu-west-1${'abc'.charAt(replica)}`)),
  ];
}

function cronJobObject(team: string, index: number): Json {
  const labels = buildLabels(team, 'nightly');
  const container = { name: 'job', image: `${registry}/${team}/worker:2026.11.3`, args: ['nightly'] };
  const spec = { restartPolicy: 'Never', containers: [container], ...on(index % 2 === 0 ? 'batch' : 'batch-spot') };
  return delivered(buildDelivery(team), ['batch/v1', 'CronJob'], `${team}/nightly`, {
    labels,
    spec: {
      schedule: `${(index * 7) % 60} ${index % 5} * * *`,
      concurrencyPolicy: 'Forbid',
      jobTemplate: { spec: { backoffLimit: 2, template: { metadata: { labels }, spec } } },
    },
  });
}
