import { render } from 'preact';
import { Filter } from './filter.tsx';
import { addProblemButtons, addSortButtons, markProblem, markSorted } from './heads.ts';
import { showRows, shownText, sortRows } from './rows.ts';
import { readFleet, type Fleet } from './table.ts';
import { everything, formatView, parseView, statuses, type View } from './view.ts';

/** Everything that acts on the page. It shows only what is already in the page. */

/** The delay in milliseconds until the address has what is shown: browsers limit how often it may change. */
const settled = 300;

const place = document.querySelector('#filter');
const fleet = readFleet(document);
if (place !== null && fleet !== undefined && fleet.rows.length > 0) start(fleet, place);

function start(fleet: Fleet, place: Element): void {
  let view = parseView(location.hash, fleet);
  let applied: View | undefined;
  let said = '';
  let timer = 0;
  const draw = () => render(<Filter fleet={fleet} view={view} said={said} onChange={change} />, place);
  const apply = () => {
    if (view.sort !== (applied?.sort ?? '') || view.isDown !== (applied?.isDown ?? view.isDown)) sortRows(fleet, view);
    said = shownText(fleet, showRows(fleet, view));
    markSorted(fleet, view);
    markProblem(fleet, view.problem);
    applied = view;
    draw();
  };
  const change = (part: Partial<View>, delay = 0) => {
    view = { ...view, ...part };
    draw();
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      apply();
      timer = window.setTimeout(() => keepInAddress(view), settled);
    }, delay);
  };
  addSortButtons(fleet, (sort, isFirstDown) =>
    change({ sort, isDown: view.sort === sort ? !view.isDown : isFirstDown }),
  );
  addProblemButtons(fleet, (problem) => {
    change({ ...everything, problem: view.problem === problem ? '' : problem });
    scrollToTable(fleet);
  });
  onTile((status) => change({ ...everything, without: statuses.filter((one) => one !== status) }));
  window.addEventListener('hashchange', () => {
    if (!location.hash.includes('=')) return;
    view = parseView(location.hash, fleet);
    apply();
  });
  apply();
}

/** Some browsers refuse this, for example in a sandbox: then the address does not change. */
function keepInAddress(view: View): void {
  const fragment = formatView(view);
  try {
    history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
  } catch (error) {
    reportError(error);
  }
}

/** A tile that counts a status shows only its clusters. */
function onTile(showOnly: (status: string) => void): void {
  for (const tile of document.querySelectorAll<HTMLElement>('[data-only]'))
    tile.addEventListener('click', () => showOnly(tile.dataset['only'] ?? ''));
}

/** Scrolls in a timer, because the table changes in an earlier one. */
function scrollToTable({ table }: Fleet): void {
  window.setTimeout(() => table.closest('section')?.scrollIntoView({ block: 'start' }), 0);
}
