import { decoded } from './unfold.ts';

/** What a link of the page does to the filter. */
interface Shown {
  showAll(): void;
  showOnly(level: string): void;
}

/**
 * A tile that counts a level shows only that level; a link to an entry that the filter hides shows everything again.
 * @returns a function that removes the listeners
 */
export function onLink({ showAll, showOnly }: Shown): () => void {
  const reveal = (hash: string) => {
    const target = document.getElementById(decoded(hash.slice(1)));
    if (target === null || target.closest('[hidden]') === null) return;
    showAll();
    scrollTo(target);
  };
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[href^="#"]') : null;
    const only = link?.dataset['only'];
    if (only !== undefined) {
      showOnly(only);
      scrollTo(document.getElementById(`level-${only}`));
    } else if (link !== null) reveal(link.getAttribute('href') ?? '');
  };
  const onHash = () => reveal(location.hash);
  document.addEventListener('click', onClick);
  window.addEventListener('hashchange', onHash);
  return () => {
    document.removeEventListener('click', onClick);
    window.removeEventListener('hashchange', onHash);
  };
}

/** Scrolls in a timer, because the filter shows the target in an earlier one. */
function scrollTo(target: Element | null): void {
  window.setTimeout(() => target?.scrollIntoView({ block: 'start' }), 0);
}
