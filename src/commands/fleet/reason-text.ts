import { advice } from '../../syntax/advice.ts';
import { sentence } from '../../syntax/markdown.ts';
import { sh } from '../../syntax/shell.ts';

/** An error as JSON prints it. */
interface Said {
  code: string;
  message: string;
  hint?: string | undefined;
}

/** Why a cluster was not scanned, and what to do about it if that is known. */
export function reasonText({ code, message, hint = code === 'denied' ? grantHint : undefined }: Said): string {
  return hint === undefined ? message : `${message.replace(/\.$/, '')}. ${sentence(hint)}`;
}

const grantHint = advice`${sh`eks-preflight permissions`} prints all that a scan needs.`.text;
