import type { Fleet } from './table.ts';
import type { View } from './view.ts';

/** Puts a button into the head of each column; it sorts by the column, and the next click sorts the other way. */
export function addSortButtons({ table, columns }: Fleet, onSort: (sort: string, isFirstDown: boolean) => void): void {
  for (const { head, key, name, isDown } of columns) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => onSort(key, isDown));
    head.replaceChildren(button);
  }
  table.classList.add('is-live');
}

/** Says in the heads which column the rows are sorted by. */
export function markSorted({ columns }: Fleet, { sort, isDown }: Pick<View, 'sort' | 'isDown'>): void {
  for (const { head, key } of columns)
    if (key === sort) head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
    else head.removeAttribute('aria-sort');
}

/** Makes the count of each shared problem a button that filters to its clusters, and a second click shows all again. */
export function addProblemButtons({ problems }: Fleet, onChoose: (key: string) => void): void {
  for (const { element, key, title } of problems) {
    const place = element.querySelector('.many');
    if (place === null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = place.textContent;
    button.setAttribute('aria-label', `${place.textContent ?? ''} with: ${title}`);
    button.addEventListener('click', () => onChoose(key));
    place.replaceChildren(button);
  }
}

/** Says at the problems which one the rows are filtered by. */
export function markProblem({ problems }: Fleet, chosen: string): void {
  for (const { element, key } of problems)
    element.querySelector('.many button')?.setAttribute('aria-pressed', String(key === chosen));
}
