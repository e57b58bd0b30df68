import type { NumberedEntry } from '../../report/entries.ts';
import { acceptedFindings } from '../../judge/verdict.ts';
import { isRollbackPath } from '../../judge/direction.ts';
import type { Report } from '../../report/schema.ts';
import { plannedTasks } from '../../report/first-task.ts';
import { scopeVerdict, gateDifference, verdictText } from '../text/gate.ts';
import { aboutLines, judgedText } from '../text/headline.ts';
import { Icon, type IconName } from './icons.tsx';

/** The cluster and its target, the verdict, the counts, and the gate where it says something else. */
export function Masthead({ report, entries }: { report: Report; entries: readonly NumberedEntry[] }) {
  const [basis = '', ...more] = aboutLines(report);
  const gate = gateDifference(report);
  return (
    <header class={`masthead ${toneOf(report, entries)}`}>
      <p class="brand">
        <strong>eks-preflight</strong> Kubernetes {isRollbackPath(report.steps) ? 'rollback' : 'upgrade'} readiness of
        an Amazon EKS cluster
      </p>
      <h1>{judgedText(report).replaceAll('->', '→')}</h1>
      <p class="verdict">
        <Icon name={scopeVerdict(report)} />
        <span>{verdictText(report)}</span>
      </p>
      <p class="basis">{basis}</p>
      <ul class="about">
        {more.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Counts report={report} entries={entries} />
      {gate !== undefined && <p class="gate">{gate}</p>}
    </header>
  );
}

/** Ready is green only if nothing is unknown, not even what was accepted. */
function toneOf(report: Report, entries: readonly NumberedEntry[]): string {
  const verdict = scopeVerdict(report);
  const known: readonly string[] = ['ready', 'partial', 'blocked', 'incomplete'];
  if (!known.includes(verdict)) return 'is-blocked';
  if (verdict !== 'ready') return `is-${verdict}`;
  const isUnknown = ({ level }: { level: string }) => level === 'unknown';
  const isUnseen =
    entries.some(({ findings: [first] }) => isUnknown(first)) || acceptedFindings(report.results).some(isUnknown);
  return isUnseen ? 'is-partly' : 'is-ready';
}

function Counts({ report, entries }: { report: Report; entries: readonly NumberedEntry[] }) {
  const count = (level: string) => entries.filter(({ findings: [first] }) => first.level === level).length;
  const { results } = report.summary;
  const tasks = plannedTasks(report).length;
  return (
    <ul class="counts">
      <Count name="fail" count={count('fail')} words={['Blocker', 'Blockers']} />
      <Count name="unknown" count={count('unknown')} words={['Unknown', 'Unknown']} />
      <Count name="warn" count={count('warn')} words={['Warning', 'Warnings']} />
      {tasks > 0 && <Count name="task" count={tasks} words={['Task of the plan', 'Tasks of the plan']} to="plan" />}
      <Count name="pass" count={results.pass} words={['Check passed', 'Checks passed']} to="checks" />
    </ul>
  );
}

interface Counted {
  name: IconName | 'pass';
  count: number;
  words: readonly [string, string];
  /** The id of a section; omitted for a level, whose entries the tile shows alone. */
  to?: string;
}

function Count({ name, count, words: [one, many], to }: Counted) {
  return (
    <li class={`count count-${name}${count === 0 ? ' is-none' : ''}`}>
      <a
        href={`#${to ?? (count === 0 ? 'todo' : `level-${name}`)}`}
        data-only={to === undefined && count > 0 ? name : undefined}
      >
        <Icon name={name === 'pass' ? 'ready' : name} />
        <strong>{count}</strong>
        <span>{count === 1 ? one : many}</span>
      </a>
    </li>
  );
}
