import type { ComponentChildren } from 'preact';
import { formatCount } from '../../syntax/english.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import type { Report } from '../../report/schema.ts';
import { findKubeletProblem, findZoneProblem, type BarProblem } from './bar-problems.ts';
import { WhyNotRead } from './coverage.tsx';
import { Icon } from './icons.tsx';
import { Support } from './support.tsx';

/** Numbers as pictures: how long EKS supports the versions, where addresses are free, what the nodes run. */
export function Pictures({ report, entries }: { report: Report; entries: readonly NumberedEntry[] }) {
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
                  problem: findKubeletProblem(entries, version),
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
                  problem: findZoneProblem(entries, zone),
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
  const own = report.coverage.facts[fact];
  return (
    <section class="card" aria-label={title}>
      <h3>{title}</h3>
      {rows === undefined ? (
        <p class="unseen">
          <Icon name="unknown" />{' '}
          <span>Not seen: {own === undefined ? 'no selected check needs it' : <WhyNotRead facts={[own]} />}</span>
        </p>
      ) : rows.length === 0 ? (
        <p class="note">None.</p>
      ) : (
        children
      )}
      {rows !== undefined &&
        own?.gaps?.map((gap) => (
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
  problem: BarProblem | undefined;
}

/** A table whose last column shows each count as a bar and as a number, and a problem in words and in its color. */
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
        {rows.map(({ name, note, count, problem }) => (
          <tr key={name} class={problem && `bar-${problem.level}`}>
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
              {problem !== undefined && (
                <span class="problem">
                  <Icon name={problem.level} /> {problem.words} (
                  <a href={`#entry-${problem.number}`}>entry {problem.number}</a>)
                </span>
              )}
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
