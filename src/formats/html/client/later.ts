/** What the later entries of a large page unfold to, as the page holds it: compressed, by number. */
export interface Later {
  /** Settles when the texts are there, or cannot be had: then the note of the page stays. */
  ready: Promise<void>;
  /** Puts what an entry unfolds to in its place, if it is not there yet. */
  put(details: Element): void;
  /** The same for all entries that a filter leaves. */
  putAll(): void;
  /** The words of what is not in its place yet; empty for any other entry. */
  wordsOf(details: Element): string;
}

/** Finds it, and takes away the note that it cannot be shown. */
export function laterIn(root: Document): Later {
  const data = root.querySelector<HTMLElement>('#later');
  let bodies: readonly string[] = [];
  const read = async () => {
    if (data === null) return;
    bodies = await inflated(data.textContent ?? '');
    root.querySelector('#later-note')?.remove();
  };
  const bodyOf = (details: Element) => {
    if (data === null || !details.hasAttribute('data-later')) return '';
    return bodies[Number(details.id.slice('entry-'.length)) - Number(data.dataset['from'])] ?? '';
  };
  const put = (details: Element) => {
    const body = bodyOf(details);
    if (body === '') return;
    details.insertAdjacentHTML('beforeend', body);
    details.removeAttribute('data-later');
  };
  return {
    ready: read().catch((error: unknown) => reportError(error)),
    put,
    putAll: () => {
      for (const details of root.querySelectorAll('.entry:not([hidden]) > [data-later]')) put(details);
    },
    wordsOf: (details) => wordsIn(bodyOf(details)),
  };
}

/** What a browser's own search is to find must stand in the page. */
export function putAllForSearch(later: Later): void {
  window.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    if (key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f')) later.putAll();
  });
}

async function inflated(text: string): Promise<string[]> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).text()).split('\0');
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&quot;': '"', '&amp;': '&' };

/** Texts and attributes of the page hold no `<`, and its attributes no `>`. */
function wordsIn(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, '').replaceAll(/&(?:lt|quot|amp);/g, (entity) => entities[entity] ?? entity);
}
