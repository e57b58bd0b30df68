import type { Later } from './later.ts';

/** The levels of entries, the worst first, with the words for one and for many. */
export const levels = [
  { level: 'fail', one: 'blocker', many: 'blockers', name: 'Blockers' },
  { level: 'unknown', one: 'unknown', many: 'unknown', name: 'Unknown' },
  { level: 'warn', one: 'warning', many: 'warnings', name: 'Warnings' },
] as const;

/** What a reader filters for; an empty string matches everything. */
export interface Wanted {
  /** Levels that are not to be shown. */
  without: readonly string[];
  area: string;
  owner: string;
  namespace: string;
  text: string;
}

/** No filter: everything is shown. */
export const everything: Wanted = { without: [], area: '', owner: '', namespace: '', text: '' };

/** Only the entries of one level. */
export function onlyLevel(wanted: string): Wanted {
  return { ...everything, without: levels.map(({ level }) => level).filter((level) => level !== wanted) };
}

/** An entry as it is on the page. */
export interface PageEntry {
  element: HTMLElement;
  level: string;
  areas: readonly string[];
  owner: string;
  namespaces: readonly string[];
  /** In lower case; undefined until a search first needs it. */
  text: string | undefined;
}

/** The entries of a page, and the groups that contain them. */
export interface FilterablePage {
  entries: readonly PageEntry[];
  groups: readonly HTMLElement[];
  later: Later;
  /** The lists of a large page, which are laid out only when they are visible. */
  lists: readonly HTMLElement[];
}

/** Finds what can be filtered. */
export function filterableIn(root: ParentNode, later: Later): FilterablePage {
  const entries = [...root.querySelectorAll<HTMLElement>('[data-level]')].map((element): PageEntry => {
    const { level = '', areas, namespaces } = element.dataset;
    const owner = element.querySelector('.owner')?.textContent ?? '';
    return { element, level, areas: listOf(areas), owner, namespaces: listOf(namespaces), text: undefined };
  });
  const lists = [...root.querySelectorAll<HTMLElement>('.is-many > ol')];
  for (const list of lists) fit(list);
  return { entries, later, lists, groups: [...root.querySelectorAll<HTMLElement>('[data-group]')] };
}

function listOf(text = ''): string[] {
  return text === '' ? [] : text.split('\n');
}

/**
 * Shows the entries that match the filter, and hides the others, and groups without any match.
 * @returns the entries that are hidden
 */
export function show({ entries, groups, lists, later }: FilterablePage, wanted: Wanted): PageEntry[] {
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  const hidden = entries.filter((entry) => !isWanted(entry, wanted, words, later));
  const isHidden = new Set(hidden.map(({ element }) => element));
  for (const { element } of entries) element.hidden = isHidden.has(element);
  for (const list of lists) fit(list);
  for (const group of groups) group.hidden = group.querySelector('[data-level]:not([hidden])') === null;
  return hidden;
}

function isWanted(
  entry: PageEntry,
  { without, area, owner, namespace }: Wanted,
  words: readonly string[],
  later: Later,
): boolean {
  if (without.includes(entry.level)) return false;
  if (area !== '' && !entry.areas.includes(area)) return false;
  if (owner !== '' && entry.owner !== owner) return false;
  if (namespace !== '' && !entry.namespaces.includes(namespace)) return false;
  if (words.length === 0) return true;
  entry.text ??= textOf(entry, later);
  const { text } = entry;
  return words.every((word) => text.includes(word));
}

/**
 * Sets the height that a list takes until it is laid out, by how many of its entries are shown; hides an empty list.
 */
function fit(list: HTMLElement): void {
  const count = list.querySelectorAll(':scope > :not([hidden])').length;
  list.hidden = count === 0;
  list.style.containIntrinsicBlockSize = `${count * 2.8}rem`;
}

/** Reads the searchable text of every entry, before the first key is pressed. */
export function readTexts({ entries, later }: FilterablePage): void {
  for (const entry of entries) entry.text ??= textOf(entry, later);
}

function textOf({ element }: PageEntry, later: Later): string {
  const details = element.querySelector('details');
  return `${element.textContent} ${details === null ? '' : later.wordsOf(details)}`.toLowerCase();
}

/** `Showing 12 of 40 entries. Hidden: 25 blockers and 3 unknown.`: a filter never hides entries without saying so. */
export function shownText({ entries }: FilterablePage, hidden: readonly PageEntry[]): string {
  const all = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  if (hidden.length === 0) return `Showing all ${all}.`;
  const parts = levels.flatMap(({ level, one, many }) => {
    const count = hidden.filter((entry) => entry.level === level).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const last = parts.pop() ?? '';
  const what = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `Showing ${entries.length - hidden.length} of ${all}. Hidden: ${what === '' ? hidden.length : what}.`;
}
