import type { Fleet } from '../../../report/fleet/schema.ts';
import { statusesInOrder } from '../../../report/fleet/fleet.ts';
import { printableData } from '../../../syntax/printable.ts';
import { htmlDocument } from '../../html/document.tsx';
import { shapeRule } from '../../html/icons.tsx';
import { fleetScript, fleetStyle } from './assets.ts';
import { FleetPage } from './page.tsx';
import { statusTexts } from '../../../report/fleet/cluster-text.ts';
import { toFleetStatus } from '../../../report/fleet/fleet-text.ts';
import { headlineText } from './words.ts';

/** Icons by the style sheet: an element for each would be a tenth of a large page. */
const shapes = [
  shapeRule('.clusters tbody .status::before', 'fail'),
  ...statusesInOrder.map((status) => shapeRule(`.clusters [data-status=${status}] .status::before`, status)),
  ...(['fail', 'unknown', 'warn'] as const).map((level) => shapeRule(`.problems [data-level=${level}]::before`, level)),
].join('');
const style = fleetStyle + shapes;

/** The report of a fleet as one page that needs no other file and no request. It can be read without script. */
export function fleetHtml(taken: Fleet): string {
  const fleet = printableData(taken);
  return htmlDocument({
    title: `${statusTexts[toFleetStatus(fleet.summary)].toUpperCase()} ${headlineText(fleet)}`,
    version: fleet.tool.version,
    body: [<FleetPage fleet={fleet} />],
    script: fleetScript,
    style,
  });
}
