import { printableData } from '../../syntax/printable.ts';
import type { Report } from '../../report/schema.ts';
import { verdictLine } from '../text/headline.ts';
import { selectShown } from '../../report/shown-group.ts';
import type { Layout } from '../text/layout.ts';
import { pageScript, pageStyle } from './assets.ts';
import { htmlDocument } from './document.tsx';
import { levelShapes } from './icons.tsx';
import { Later } from './later.tsx';
import { Page } from './page.tsx';

const style = pageStyle + levelShapes;

/**
 * The report as one page that needs no other file and no request. Unless it is large, it can be read without script.
 */
export function reportHtml(taken: Report, { group }: Pick<Layout, 'group'> = {}): string {
  const report = printableData(taken);
  const shown = selectShown(report, group);
  return htmlDocument({
    title: verdictLine(report),
    version: report.tool.version,
    body: [<Page report={report} shown={shown} />, <Later report={report} entries={shown.entries} />],
    script: pageScript,
    style,
  });
}
