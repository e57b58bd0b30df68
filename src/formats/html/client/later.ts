/** The details of a large page's later entries, which the page holds compressed, by number. */
export interface Later {
  /** Settles when the details are read, or cannot be read: then the note of the page stays. */
  ready: Promise<void>;
  /** Inserts the details of an entry, if they are not there yet. */
  put(details: Element): void;
  /** The same for all entries that the filter shows. */
  putAll(): void;
  /** The words of details that are not inserted yet; empty for any other entry. */
  wordsOf(details: Element): string;
}

/** Reads the compressed details, and then removes the note that they cannot be shown. */
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

/** Inserts the details of all shown entries before the browser's own search, which finds only text in the page. */
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

/**
 * The text of HTML without its tags. Works because text and attributes of the page contain no `<`, and attributes no
 * `>`.
 */
function wordsIn(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, '').replaceAll(/&(?:lt|quot|amp);/g, (entity) => entities[entity] ?? entity);
}
