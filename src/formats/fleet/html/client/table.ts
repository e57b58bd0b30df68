/** A column of the table, as its head describes it. */
export interface Column {
  head: HTMLTableCellElement;
  /** Where its cells are in a row. */
  at: number;
  key: string;
  name: string;
  by: string;
  /** The first click sorts from high to low. */
  isDown: boolean;
  /** What its cells contain, if the filter offers them and they differ; otherwise empty. */
  choices: readonly string[];
}

/** A cluster: its row, and the row below it. */
export interface Row {
  element: HTMLTableSectionElement;
  status: string;
  /** In lower case; undefined until a search first needs it. */
  text: string | undefined;
}

/** A problem that several clusters share. */
export interface Problem {
  element: HTMLElement;
  key: string;
  title: string;
  has(row: number): boolean;
}

/** Everything that the script acts on. */
export interface Fleet {
  table: HTMLTableElement;
  columns: readonly Column[];
  /** In the order of the page. */
  rows: readonly Row[];
  problems: readonly Problem[];
}

/** Compares as people count: `c2` before `c10`, `1.9` before `1.33`. */
export const { compare } = new Intl.Collator('en', { numeric: true });

/** Reads the page; undefined if it has no table. */
export function readFleet(root: Document): Fleet | undefined {
  const table = root.querySelector<HTMLTableElement>('.clusters table');
  if (table === null) return undefined;
  const rows = [...table.tBodies].map((element): Row => ({
    element,
    status: element.dataset['status'] ?? '',
    text: undefined,
  }));
  const columns = [...table.querySelectorAll<HTMLTableCellElement>('thead th')].map((head, at) =>
    readColumn(head, at, rows),
  );
  const problems = [...root.querySelectorAll<HTMLElement>('[data-problem]')].map(readProblem);
  return { table, columns, rows, problems };
}

function readColumn(head: HTMLTableCellElement, at: number, rows: readonly Row[]): Column {
  const { key = '', by = '', down, chosen } = head.dataset;
  const values = chosen === undefined ? [] : [...new Set(rows.map((row) => cellText(row, at)))];
  const choices = values.length > 1 ? values.toSorted(compare) : [];
  return { head, at, key, name: head.textContent ?? '', by, isDown: down !== undefined, choices };
}

function readProblem(element: HTMLElement): Problem {
  const { problem: key = '', rows = '' } = element.dataset;
  const bytes = atob(rows);
  return {
    element,
    key,
    title: element.querySelector('.title')?.textContent ?? '',
    has: (row) => Math.floor(bytes.charCodeAt(Math.floor(row / 8)) / 2 ** (row % 8)) % 2 === 1,
  };
}

export function findCell({ element }: Row, at: number): HTMLTableCellElement | undefined {
  return element.rows[0]?.cells[at];
}

export function cellText(row: Row, at: number): string {
  return findCell(row, at)?.textContent ?? '';
}
