import { SourceError } from '../facts/reason.ts';
import type { Delivery } from './contract.ts';

/** A file of the page, by its path below the folder or the prefix of a target. */
export interface PageFile {
  path: string;
  html: string;
}

/** Account, region, cluster and moment; each is a name, and none leads elsewhere. */
const places = /^\d{12}\/[a-z]{2,5}(?:-[a-z0-9]{1,16}){1,4}\/[A-Za-z0-9][\w-]{0,99}\/[\dTZ.-]{10,40}$/;

/**
 * The files of a run: its page, then the copy that has the same name every night.
 * @throws SourceError where the place is none, as a cluster's answer that is not EKS's may make it
 */
export function pageFiles({ page, place }: Delivery): PageFile[] {
  if (page === null) return [];
  if (!places.test(place)) {
    throw new SourceError({ kind: 'unreadable', message: 'the account, region or name of the cluster is invalid' });
  }
  const folder = place.slice(0, place.lastIndexOf('/'));
  return [
    { path: `${place}.html`, html: page.html },
    { path: `${folder}/latest.html`, html: page.html },
  ];
}
