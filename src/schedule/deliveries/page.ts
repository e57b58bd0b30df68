import { isAhead, isEarlier } from '../changes/clocks.ts';
import { ScanError } from '../../facts/reason.ts';
import type { Delivery } from './contract.ts';

/** The page of a run: two files with the same text, by their paths below the folder or the prefix of a target. */
export interface PageFiles {
  /** Has the run's own name. */
  page: string;
  /** Has the same name every night: the page of the newest run. */
  latest: string;
  html: string;
}

/** Account, region, cluster and moment; each is a name, and none leads elsewhere. */
const places = /^\d{12}\/[a-z]{2,5}(?:-[a-z0-9]{1,16}){1,4}\/[A-Za-z0-9][\w-]{0,99}\/[\dTZ.-]{10,40}$/;

/**
 * The files of a run. The page is written first.
 * @returns undefined if there is no page
 * @throws ScanError if the place is invalid, as an answer that does not come from EKS may make it
 */
export function pageFiles({ page, place }: Pick<Delivery, 'page' | 'place'>): PageFiles | undefined {
  if (page === null) return undefined;
  if (!places.test(place)) {
    throw new ScanError({ kind: 'unreadable', message: 'the account, region or name of the cluster is invalid' });
  }
  const folder = place.slice(0, place.lastIndexOf('/'));
  return { page: `${place}.html`, latest: `${folder}/latest.html`, html: page.html };
}

/** True if the page of another run is newer. A page dated in the future is not: a clock was wrong. */
export function isNewerPage(other: string, own: string): boolean {
  return isEarlier(own, other) && !isAhead(other, new Date().toISOString());
}
