import type { Later } from './later.ts';

/** Acts on everything that is unfolded, now or later. */
export function onUnfolding(root: Document, act: (shown: Element) => void): void {
  root.addEventListener(
    'toggle',
    ({ target }) => (target instanceof HTMLDetailsElement && target.open ? act(target) : undefined),
    true,
  );
  for (const shown of root.querySelectorAll('details[open], section.first')) act(shown);
}

/** What is unfolded for printing: blockers, unknowns, and lists behind a heading. */
const onPaper = ':is([data-level=fail], [data-level=unknown], .folded) > details:not([open])';

/**
 * Before printing, inserts the details of all shown entries, and unfolds what `print.css` unfolds, for browsers that do
 * not support `::details-content`. After printing, folds the same elements again.
 */
export function openForPrint(later: Later): void {
  let opened: HTMLDetailsElement[] = [];
  window.addEventListener('beforeprint', () => {
    later.putAll();
    opened = [...document.querySelectorAll<HTMLDetailsElement>(onPaper)];
    for (const details of opened) details.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}

/** A link to something folded unfolds it. */
export function openTarget(): void {
  const open = () => {
    const target = document.getElementById(decoded(location.hash.slice(1)));
    if (target === null) return;
    for (let at: Element | null = target; at !== null; at = at.parentElement)
      if (at instanceof HTMLDetailsElement) at.open = true;
    const own = target.querySelector(':scope > details, :scope > td > details');
    if (own instanceof HTMLDetailsElement) own.open = true;
    target.scrollIntoView({ block: 'start' });
  };
  window.addEventListener('hashchange', open);
  if (location.hash !== '') open();
}

/** The name in a fragment; the text itself if it cannot be decoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
