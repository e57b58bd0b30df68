import type { ComponentChildren } from 'preact';
import { formatCount } from '../../syntax/english.ts';
import type { Report } from '../../report/schema.ts';
import { Icon } from './icons.tsx';
import { Support } from './support.tsx';

/** Numbers as pictures: how long EKS supports the versions, where addresses are free, what the nodes run. */
export function Pictures({ report }: { report: Report }) {
  const { figures, cluster } = report;
  return (
    <section class="pictures" aria-labelledby="pictures-heading">
      <h2 id="pictures-heading">The cluster in numbers</h2>
      <div class="cards">
        <Support report={report} />
        {figures !== undefined && (
          <>
            <Card title="Nodes by kubelet version" rows={figures.nodes} fact="nodes" report={report}>
              <Bars
                head={['Kubelet', 'Nodes']}
                rows={(figures.nodes ?? []).map(({ version, count }) => ({
                  name: version ?? 'unknown',
                  note: version !== null && version === cluster?.version ? 'control plane' : '',
                  count,
                }))}
              />
            </Card>
            <Card title="Free addresses by zone" rows={figures.addresses} fact="subnets" report={report}>
              <Bars
                head={['Zone', 'Free IPv4 addresses']}
                rows={(figures.addresses ?? []).map(({ zone, subnets, free }) => ({
                  name: zone,
                  note: formatCount(subnets, 'subnet'),
                  count: free,
                }))}
              />
            </Card>
          </>
        )}
      </div>
    </section>
  );
}

interface CardInput {
  title: string;
  rows: readonly unknown[] | undefined;
  fact: string;
  report: Report;
  children: ComponentChildren;
}

/** A picture, or why there is none: what was not seen is as visible as what was. */
function Card({ title, rows, fact, report, children }: CardInput) {
  const { reason, gaps = [] } = report.coverage.facts[fact] ?? {};
  return (
    <section class="card" aria-label={title}>
      <h3>{title}</h3>
      {rows === undefined ? (
        <p class="unseen">
          <Icon name="unknown" /> Not seen: {reason ?? 'no selected check needs it'}
        </p>
      ) : rows.length === 0 ? (
        <p class="note">None.</p>
      ) : (
        children
      )}
      {gaps.map((gap) => (
        <p key={gap} class="unseen">
          <Icon name="unknown" /> Not seen: {gap}
        </p>
      ))}
    </section>
  );
}

interface Bar {
  name: string;
  note: string;
  count: number;
}

/** A table whose last column shows each count as a bar and as a number. */
function Bars({ head: [what, how], rows }: { head: readonly [string, string]; rows: readonly Bar[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table class="bars">
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col" class="figure">
            {how}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, note, count }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {note !== '' && <span class="note">{note}</span>}
            </th>
            <td class="figure">
              <svg class="bar" height="10" aria-hidden="true" focusable="false">
                <rect class="track" width="100%" height="10" rx="2" />
                {count > 0 && <rect class="value" width={`${percentOf(count, most)}%`} height="10" rx="2" />}
              </svg>
              <span class="amount">{count}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The width of a bar in percent; at least 1.5, so that a small count remains visible. */
function percentOf(count: number, most: number): number {
  return Math.max(1.5, Math.round((count / most) * 1000) / 10);
}
