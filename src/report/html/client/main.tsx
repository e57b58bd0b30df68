import { render } from 'preact';
import { addCopyButtons } from './copy.tsx';
import { filterableIn } from './entries.ts';
import { Filter } from './filter.tsx';
import { openForPrint, openTarget } from './unfold.ts';

/** Everything that acts on the page. What it shows stands in the page already. */
addCopyButtons(document);
const place = document.querySelector('#filter');
const page = filterableIn(document);
if (place !== null && page.entries.length > 0) render(<Filter page={page} />, place);
openForPrint();
openTarget();
