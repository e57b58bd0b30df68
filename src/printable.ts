/** C0 and C1 controls (but tab and line feed), escape sequences, and the characters that reorder text on a screen. */
const escapes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/;
const controls = new RegExp(control, 'g');

/** A text that is safe on a terminal: names, messages and errors come from outside. Nearly all of them are. */
export function printable(text: string): string {
  return control.test(text) ? text.replaceAll(escapes, '').replaceAll(controls, '') : text;
}

/** The same, for every string in a piece of plain data. */
export function printableData<Data>(data: Data): Data {
  return isPrintable(data) ? data : (mapStrings(data) as Data);
}

function isPrintable(data: unknown): boolean {
  if (typeof data === 'string') return !control.test(data);
  if (Array.isArray(data)) return data.every(isPrintable);
  if (typeof data !== 'object' || data === null) return true;
  return Object.entries(data).every(([key, value]) => !control.test(key) && isPrintable(value));
}

function mapStrings(data: unknown): unknown {
  if (typeof data === 'string') return printable(data);
  if (Array.isArray(data)) return data.map(mapStrings);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [printable(key), mapStrings(value)]));
}
