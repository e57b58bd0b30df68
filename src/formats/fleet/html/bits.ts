/** A set of rows as text, one bit for each row: a problem of a thousand clusters takes 170 characters. */
export function packRows(rows: readonly number[], count: number): string {
  const bytes = new Uint8Array(Math.ceil(count / 8));
  for (const row of rows) {
    const at = Math.floor(row / 8);
    bytes[at] = (bytes[at] ?? 0) + 2 ** (row % 8);
  }
  return Buffer.from(bytes).toString('base64');
}
