/** The anchor of a check's section in the documentation, as GitHub derives it from the heading. */
export function checkAnchor(id: string): string {
  return id.replace('/', '');
}

/** The area of a check: the first part of its id. */
export function parseArea(id: string): string {
  return id.split('/')[0] ?? id;
}
