import type { Files } from '../../scripts/refresh/refresher.ts';

/** The files of a source after a change to the text of one of them. @throws Error if the file has no such text */
export function changeFile(files: Files, name: string, from: string, to: string): Files {
  const text = files.get(name);
  if (text?.includes(from) !== true) throw new Error(`${name} has no ${from}`);
  return new Map([...files, [name, text.replace(from, to)]]);
}
