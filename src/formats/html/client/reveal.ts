import { decoded } from './unfold.ts';

/**
 * A link to an entry that the filter hides resets the filter: everything is shown again.
 * @returns what removes the listeners
 */
export function onLinkToHidden(showAll: () => void): () => void {
  const reveal = (hash: string) => {
    const target = document.getElementById(decoded(hash.slice(1)));
    if (target === null || target.closest('[hidden]') === null) return;
    showAll();
    // After it is shown: the filter also acts in a timer.
    window.setTimeout(() => target.scrollIntoView({ block: 'start' }), 0);
  };
  const onClick = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
    if (link !== null) reveal(link.getAttribute('href') ?? '');
  };
  const onHash = () => reveal(location.hash);
  document.addEventListener('click', onClick);
  window.addEventListener('hashchange', onHash);
  return () => {
    document.removeEventListener('click', onClick);
    window.removeEventListener('hashchange', onHash);
  };
}
