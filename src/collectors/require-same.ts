import { ScanError } from '../facts/reason.ts';
import { oneLine } from '../syntax/one-line.ts';
import { shortened } from '../syntax/quoted.ts';

/**
 * Compares what an answer describes with what was requested.
 * @param what the word for it in messages: `node group`
 * @throws ScanError (`unreadable`) if the answer describes another one, or does not name it
 */
export function requireSame(answer: unknown, requested: string, what: string): void {
  if (readName(answer, what) !== requested) throw otherAnswer(answer, [requested], what);
}

/**
 * Like {@link requireSame}, for names of IAM: a request in other letter case returns the name as it was created.
 * @throws ScanError (`unreadable`) if the answer describes another one, or does not name it
 */
export function requireSameName(answer: unknown, requested: string, what: string): void {
  if (readName(answer, what).toLowerCase() !== requested.toLowerCase()) throw otherAnswer(answer, [requested], what);
}

/**
 * Compares the entries of a list with the requested ones. One that is missing may not exist.
 * @throws ScanError (`unreadable`) if an entry was not requested, or is not named
 */
export function requireEachRequested(answers: readonly unknown[], requested: readonly string[], what: string): void {
  const wanted = new Set(requested);
  for (const answer of answers) if (!wanted.has(readName(answer, what))) throw otherAnswer(answer, requested, what);
}

/**
 * Refuses an entry of a list that was requested by tags if it has none of them.
 * @throws ScanError (`unreadable`)
 */
export function refuseUntagged(
  entries: readonly { Tags?: readonly { Key?: string | undefined }[] | undefined }[],
  keys: readonly string[],
  what: string,
): void {
  const isTagged = entries.every(({ Tags = [] }) => Tags.some(({ Key }) => Key !== undefined && keys.includes(Key)));
  if (isTagged) return;
  const message = `the answer has an ${what} without the tag ${keys.map(quote).join(' or ')}`;
  throw new ScanError({ kind: 'unreadable', message });
}

function readName(answer: unknown, what: string): string {
  if (typeof answer === 'string') return answer;
  throw new ScanError({ kind: 'unreadable', message: `the answer does not name its ${what}` });
}

function otherAnswer(answer: unknown, requested: readonly string[], what: string): ScanError {
  const [only] = requested;
  const wanted =
    requested.length === 1 && only !== undefined ? `, not about ${quote(only)}` : ', which was not requested';
  return new ScanError({
    kind: 'unreadable',
    message: `the answer is about ${what} ${quote(String(answer))}${wanted}`,
  });
}

function quote(text: string): string {
  return `'${shortened(oneLine(text))}'`;
}
