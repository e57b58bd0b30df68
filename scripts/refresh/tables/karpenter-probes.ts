import { findMinor } from '../read/karpenter.ts';
import { parseTemplate, readTemplate } from '../read/karpenter-template.ts';
import type { Refresher, WrittenRow } from '../refresher.ts';

/**
 * The actions that the policies of the CloudFormation template allow. Which request needs one, with which conditions, and
 * what happens without it, a person reads: an action that comes or goes is a question.
 */
export const karpenterProbes: Refresher = {
  table: 'karpenter-probes',
  from: 'web',
  identify: ({ id }) => String(id),
  fetch: readTemplate,
  parse(files, { rows }) {
    const { version, actions } = parseTemplate(files);
    const minor = findMinor(version);
    const needed = rows.filter((row) => isNeededAt(row, minor));
    const known = new Set(needed.flatMap(listActions));
    const allowed = new Set(actions);
    const dropped = new Set(needed.filter(({ by }) => by !== 'hand').flatMap(listActions));
    return {
      rows: [],
      covers: () => false,
      questions: [
        ...actions
          .filter((one) => !known.has(one))
          .map((one) => `${one}: ${version} allows it, and no row asks for it`),
        ...[...dropped].filter((one) => !allowed.has(one)).map((one) => `${one}: ${version} no longer allows it`),
      ],
      knownThrough: { karpenter: minor },
    };
  },
};

function listActions({ actions }: WrittenRow): string[] {
  return Array.isArray(actions) ? actions.map(String) : [];
}

/** Whether a row's `since` and `until`, which is included, contain a minor of Karpenter. */
function isNeededAt({ since, until }: WrittenRow, minor: string): boolean {
  return !isEarlier(minor, String(since)) && !(typeof until === 'string' && isEarlier(until, minor));
}

function isEarlier(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
