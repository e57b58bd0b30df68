import { loadTable, type Tables } from '../../tables/tables.ts';

type Row = Tables['manager-tags'][number];

/** True if a tag can tell what manages its resource, according to the table `manager-tags`. */
export function isManagerTag(key: string, value: string): boolean {
  return loadTable('manager-tags').rows.some((row) => matches(row, key, value));
}

function matches({ match, text }: Row, key: string, value: string): boolean {
  switch (match) {
    case 'key':
      return key === text;
    case 'prefix':
      return key.startsWith(text);
    case 'name':
      return toName(key) === toName(text);
    default:
      return [key, value].some((part) => part.toLowerCase().includes(text));
  }
}

/** `acme:Managed_By` becomes `managedby`. */
function toName(key: string): string {
  const last = key.slice(Math.max(key.lastIndexOf(':'), key.lastIndexOf('/')) + 1);
  return last.toLowerCase().replaceAll(/[-_ ]/g, '');
}
