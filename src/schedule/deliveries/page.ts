import { isAhead, isEarlier } from '../changes/clocks.ts';
import { ScanError } from '../../facts/reason.ts';
import type { Delivery } from './contract.ts';

/** The two files that a run writes; their paths are relative to the folder or prefix of a target. */
export interface PageFiles {
  /** Named after the time of the run. */
  page: string;
  /** The same path for every run; contains the page of the newest one. */
  latest: string;
  html: string;
}

/** Account, Region and cluster, or `fleet`, and the time; excludes `..` and other parts that lead to another folder. */
const places = /^(?:fleet|\d{12}\/[a-z]{2,5}(?:-[a-z0-9]{1,16}){1,4}\/[A-Za-z0-9][\w-]{0,99})\/[\dTZ.-]{10,40}$/;

/**
 * The files of a run; write the page first.
 * @returns undefined if there is no page
 * @throws ScanError if the place is invalid, which only a response that is not from EKS can cause
 */
export function pageFiles({ page, place }: Pick<Delivery, 'page' | 'place'>): PageFiles | undefined {
  if (page === null) return undefined;
  if (!places.test(place)) {
    throw new ScanError({ kind: 'unreadable', message: 'the account, region or name of the cluster is invalid' });
  }
  const folder = place.slice(0, place.lastIndexOf('/'));
  return { page: `${place}.html`, latest: `${folder}/latest.html`, html: page.html };
}

/** True if the page of another run is newer. One dated in the future is not: a clock was wrong. */
export function isNewerPage(other: string, own: string): boolean {
  return isEarlier(own, other) && !isAhead(other, new Date().toISOString());
}
