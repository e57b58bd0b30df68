import { render } from 'preact';
import { addCopyButtons } from './copy.tsx';
import { filterableIn } from './entries.ts';
import { Filter } from './filter.tsx';
import { laterIn, putAllForSearch } from './later.ts';
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
openForPrint(later);
putAllForSearch(later);
openTarget();
