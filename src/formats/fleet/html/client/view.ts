import type { Fleet } from './table.ts';

/** What a reader filters for and sorts by; an empty string matches everything. */
export interface View {
  /** Statuses that are not to be shown. */
  without: readonly string[];
  /** The chosen value of columns, by the key of the column. */
  chosen: Readonly<Record<string, string>>;
  /** The key of a shared problem. */
  problem: string;
  text: string;
  /** The key of a column; empty for the order of the page. */
  sort: string;
  isDown: boolean;
}

/** Every status, the worst first. */
export const statuses: readonly string[] = ['blocked', 'not-scanned', 'incomplete', 'ready'];

/** No filter: everything is shown. */
export const everything: Omit<View, 'sort' | 'isDown'> = { without: [], chosen: {}, problem: '', text: '' };

/** True if the view could hide a row. */
export function isFiltered({ without, chosen, problem, text }: View): boolean {
  return without.length > 0 || problem !== '' || text.trim() !== '' || Object.values(chosen).some((one) => one !== '');
}

/** The view as the fragment of an address; empty if nothing is filtered or sorted. */
export function formatView({ without, chosen, problem, text, sort, isDown }: View): string {
  const values = {
    ...chosen,
    without: without.join(' '),
    problem,
    text,
    sort,
    down: sort !== '' && isDown ? '1' : '',
  };
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString();
}

/** Reads the fragment of an address. What this page does not have is left out: a stored address may be old. */
export function parseView(fragment: string, { columns, problems }: Pick<Fleet, 'columns' | 'problems'>): View {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  const read = (name: string, known: readonly string[]) => known.find((one) => one === values.get(name)) ?? '';
  const chosen = columns.map(({ key, choices }) => [key, read(key, choices)] as const);
  return {
    without: statuses.filter((status) => values.get('without')?.split(' ').includes(status)),
    chosen: Object.fromEntries(chosen.filter(([, value]) => value !== '')),
    problem: read(
      'problem',
      problems.map(({ key }) => key),
    ),
    text: values.get('text') ?? '',
    sort: read(
      'sort',
      columns.map(({ key }) => key),
    ),
    isDown: values.has('down'),
  };
}
