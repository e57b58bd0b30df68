import { readFileSync } from 'node:fs';

const file = new URL('../test/formats/status/screens.txt', import.meta.url);

/**
 * A screen of `status` that its tests keep.
 * @param name how its heading begins
 * @throws Error if no screen has this name
 */
export function statusScreen(name: string): string {
  const screens = readFileSync(file, 'utf8').split(/^== /m);
  const screen = screens.find((one) => one.startsWith(`${name} (`));
  if (screen === undefined) throw new Error(`test/formats/status/screens.txt has no screen '${name}'`);
  return screen.slice(screen.indexOf('\n') + 1).trimEnd();
}
