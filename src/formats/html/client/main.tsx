import { render } from 'preact';
import { addCopyButtons } from './copy.tsx';
import { filterableIn } from './entries.ts';
import { Filter } from './filter.tsx';
import { laterIn, putAllForSearch } from './later.ts';
import { listDoers, TaskFilter, tasksIn } from './task-filter.tsx';
import { onUnfolding, openForPrint, openTarget } from './unfold.ts';

/** Everything that acts on the page. It shows only what is already in the page, as HTML or compressed. */

const later = laterIn(document);
onUnfolding(document, (shown) => {
  void later.ready.then(() => {
    later.put(shown);
    addCopyButtons(shown);
  });
});
const place = document.querySelector('#filter');
const page = filterableIn(document, later);
if (place !== null && page.entries.length > 0) render(<Filter page={page} />, place);
const planned = document.querySelector('#task-filter');
const tasks = tasksIn(document);
if (planned !== null && listDoers(tasks).length > 1) render(<TaskFilter tasks={tasks} />, planned);
openForPrint(later);
putAllForSearch(later);
openTarget();
