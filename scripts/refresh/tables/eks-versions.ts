import { parse } from 'yaml';
import * as z from 'zod/mini';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { readPages } from '../read/web.ts';
import type { Refresher } from '../refresher.ts';

const address = 'https://raw.githubusercontent.com/endoflife-date/endoflife.date/master/products/amazon-eks.md';
const page = 'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html';

/** The first version whose dates the table has. */
const first: Minor = 22;

const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const product = z.object({ releases: z.array(z.looseObject({ releaseCycle: z.string() })) });
const release = z.object({ releaseCycle: z.string(), eol: date, eoes: date });

/** The dates that endoflife.date keeps of the EKS page of Kubernetes versions. */
export const eksVersions: Refresher = {
  table: 'eks-versions',
  from: 'web',
  identify: ({ version }) => String(version),
  fetch: () => readPages([address]),
  parse(files) {
    const [, head = ''] = /^---\n([\s\S]*?)\n---/.exec(files.get(address) ?? '') ?? [];
    const all = z.parse(product, parse(head)).releases.filter(({ releaseCycle }) => toMinor(releaseCycle) >= first);
    const releases = z.parse(z.array(release).check(z.minLength(1)), all);
    const own = releases.toSorted((one, other) => toMinor(one.releaseCycle) - toMinor(other.releaseCycle));
    return {
      rows: own.map(({ releaseCycle, eol, eoes }) => ({
        states: { version: releaseCycle, endOfStandardSupport: eol, endOfExtendedSupport: eoes },
        whenNew: { source: page, confidence: 'single-source' },
      })),
      covers: () => true,
      knownThrough: { kubernetes: own.at(-1)?.releaseCycle ?? '' },
    };
  },
};

function toMinor(version: string): Minor {
  return parseMinor(version) ?? 0;
}
