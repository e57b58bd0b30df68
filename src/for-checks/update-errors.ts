import type { Facts } from '../facts/facts.ts';
import { formatList } from '../syntax/english.ts';
import { oneLine } from '../syntax/one-line.ts';
import type { Tables } from '../tables/tables.ts';
import { plainCode } from './health-issues.ts';

/** An error of an update, as eks:DescribeUpdate returns it. */
type UpdateError = Facts['updates'][number]['errors'][number];

/** An error of an update in plain words. */
export interface DescribedUpdateError {
  /** The code in EKS's spelling. */
  code: string;
  /** What happened and what to do next; for an unknown code, the code and the message of EKS. One line. */
  text: string;
  /** The message of EKS, with the resources that it does not name. One line; empty if EKS returns neither. */
  message: string;
}

/** Describes an error of an update by its code, in any spelling. */
export function describeUpdateError(
  { code: written, message, resourceIds }: UpdateError,
  rows: Tables['update-errors'],
): DescribedUpdateError {
  const code = oneLine(written);
  const said = describeMessage(
    oneLine(message),
    resourceIds.map((id) => oneLine(id)),
  );
  const row = rows.find((one) => plainCode(one.code) === plainCode(code));
  if (row !== undefined) return { code, text: `${row.means} ${row.next}`, message: said };
  return { code, text: [code, said].filter((part) => part !== '').join(': '), message: said };
}

/** EKS names the nodes whose pods it cannot evict only in the resource IDs. */
function describeMessage(message: string, ids: readonly string[]): string {
  const unnamed = formatList([...new Set(ids)].filter((id) => id !== '' && !message.includes(id)));
  if (unnamed === '') return message;
  return message === '' ? unnamed : `${message} (${unnamed})`;
}
