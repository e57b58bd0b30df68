import { numberedEntries } from '../../report/entries.ts';
import type { Report } from '../../report/schema.ts';
import { changeWord } from '../../report/step-text.ts';
import type { Shown } from '../../report/shown-group.ts';
import { acceptedTexts } from '../text/accepted.ts';
import { Checks } from './checks.tsx';
import { NotCovered, NotRead, TextsSection } from './coverage.tsx';
import { Drain } from './drain.tsx';
import { Entries } from './entries.tsx';
import { Icons } from './icons.tsx';
import { Masthead } from './masthead.tsx';
import { Path } from './path.tsx';
import { Pictures } from './pictures.tsx';
import { FirstTask, Plan } from './plan.tsx';

/** The whole page: the decision and the first task, then what was found, then the plan, then what was seen and what was not. */
export function Page({ report, shown }: { report: Report; shown: Shown }) {
  const accepted = acceptedTexts(report);
  const entries = numberedEntries(report);
  return (
    <>
      <a class="skip" href="#todo">
        Skip to entries
      </a>
      <Icons />
      <Masthead report={report} entries={entries} />
      <main id="main">
        <Path report={report} />
        <FirstTask report={report} />
        {shown.note !== undefined && <p class="note">{shown.note}</p>}
        <Entries report={report} entries={shown.entries} />
        <Drain drain={shown.drain} change={changeWord(report.steps)} />
        {shown.note === undefined && <Plan report={report} />}
        <Pictures report={report} entries={entries} />
        <NotRead report={report} />
        <NotCovered report={report} />
        {accepted.length > 0 && <TextsSection id="accepted" heading="Accepted" texts={accepted} />}
        <Checks report={report} />
      </main>
      <footer>
        <p>
          eks-preflight {report.tool.version}. This page loads nothing and sends nothing. It shows the cluster as it was
          when it was scanned.
        </p>
      </footer>
    </>
  );
}
