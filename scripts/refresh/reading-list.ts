import * as z from 'zod/mini';
import { grouped } from '../../src/syntax/grouped.ts';
import { patience, type Release } from './behind.ts';
import { findMinor } from './read/karpenter.ts';

/**
 * Why a note matters to no update of EKS. `inside the control plane`: flags, roles and objects that EKS sets. `for
 * developers`: Go packages, plug-ins of the scheduler, drivers, tests. `off by default`: what was off, or had no effect,
 * in every earlier version.
 */
const irrelevance = z.enum([
  'not in EKS',
  'inside the control plane',
  'for developers',
  'only adds or allows something',
  'fixes a bug',
  'off by default',
  'deprecated, continues to work',
  'only texts, logs or comments',
  'reverts or postpones a change',
]);

const unassigned = 'no issue';

const note = {
  release: z.string().check(z.regex(/^1\.\d+$/)),
  /** The number of the pull request in kubernetes/kubernetes. */
  pull: z.int().check(z.positive()),
  note: z.string().check(z.minLength(1)),
};
const openRow = z.strictObject({
  ...note,
  answer: z.literal('open'),
  by: z.union([z.literal(unassigned), z.string().check(z.regex(/^#\d+$/))]),
});
const row = z.discriminatedUnion('answer', [
  z.strictObject({ ...note, answer: z.literal('judged'), by: z.string().check(z.regex(/^[a-z-]+\/[a-z0-9-]+$/)) }),
  z.strictObject({ ...note, answer: z.literal('unseen'), by: z.string().check(z.minLength(1)) }),
  z.strictObject({ ...note, answer: z.literal('irrelevant'), by: irrelevance }),
  openRow,
]);
const readingList = z.strictObject({ about: z.string(), rows: z.array(row) });

export type ReadingRow = z.infer<typeof row>;
export type OpenRow = z.infer<typeof openRow>;
export type ReadingList = z.infer<typeof readingList>;

/** The reading list as its file has it. @throws Error if it looks different */
export function parseReadingList(text: string): ReadingList {
  return z.parse(readingList, JSON.parse(text));
}

const words = z._default(z.array(z.string()), []);
const draftNote = z.object({
  pr_number: z.number(),
  text: z.string(),
  sigs: words,
  areas: words,
  kinds: words,
  action_required: z.optional(z.boolean()),
  do_not_publish: z.optional(z.boolean()),
});
const draft = z.record(z.string(), draftNote);

/** The notes of a release by the numbers of their pull requests, as `release-notes-draft.json` of sig-release has them. */
export type Draft = z.infer<typeof draft>;
export type Note = z.infer<typeof draftNote>;

/** The notes of a release. @throws Error if the text looks different */
export function parseDraft(text: string): Draft {
  return z.parse(draft, JSON.parse(text));
}

/** The address of the draft of a minor such as `1.37`. */
export function addressDraft(minor: string): string {
  return `https://raw.githubusercontent.com/kubernetes/sig-release/master/releases/release-${minor}/release-notes/release-notes-draft.json`;
}

const groups = new Set(['node', 'apps', 'storage', 'network', 'auth']);
const components = new Set(['kubelet', 'kube-proxy']);
const breaking =
  /\b(?:remov(?:e|ed|es|al|ing)|no longer|drop(?:s|ped)?|fails? to start|must|by default|disallow(?:ed|s)?|reject(?:ed|s)?|deprecat(?:ed|es|ion)|renamed?)\b/i;

/**
 * The notes that a maintainer must answer: those that demand an action, deprecations, and those of the groups and
 * components that nodes and workloads depend on, if a word says that something changes for what exists.
 */
export function selectNotes(notes: Draft): Note[] {
  return Object.values(notes).filter(
    ({ text, sigs, areas, kinds, action_required: demands, do_not_publish: hidden }) =>
      hidden !== true &&
      (demands === true ||
        kinds.includes('deprecation') ||
        ((sigs.some((one) => groups.has(one)) || areas.some((one) => components.has(one))) && breaking.test(text))),
  );
}

/** The minors of the list, and those after it, of which `released` has had a release for two weeks: `1.37`. */
export function listDueMinors({ rows }: ReadingList, released: readonly Release[], today: string): string[] {
  const first = Math.min(...rows.map(({ release }) => numberMinor(release)));
  const isDue = (day: string) => Date.parse(today) - Date.parse(day) > patience * 86_400_000;
  const minors = listMinors(released.filter(({ day }) => isDue(day)));
  return [...minors].filter((minor) => numberMinor(minor) >= first);
}

/** The open rows of the minors that are released. */
export function listOpen({ rows }: ReadingList, released: readonly Release[]): OpenRow[] {
  const minors = listMinors(released);
  return rows.filter((one): one is OpenRow => one.answer === 'open' && minors.has(one.release));
}

/** What is wrong with open rows: a line for each that no issue closes; and what is planned: a line for each issue. */
export function describeOpen(rows: readonly OpenRow[]): { wrong: string[]; planned: string[] } {
  const byIssue = grouped(rows, ({ by }) => by);
  const wrong = (byIssue.get(unassigned) ?? []).map(
    ({ release, pull, note: text }) => `reading list: ${release} kubernetes#${pull} is open: ${text}`,
  );
  const planned = [...byIssue]
    .filter(([issue]) => issue !== unassigned)
    .map(([issue, ones]) => {
      const named = ones.map(({ release, pull, note: text }) => `${release} kubernetes#${pull} (${text})`);
      return `reading list: ${ones.length} open until issue ${issue}: ${nameFirst(named)}`;
    });
  return { wrong, planned };
}

/**
 * A line for each release that has notes without a row.
 * @param drafts the texts of the drafts, by minor
 */
export function listUnread({ rows }: ReadingList, drafts: ReadonlyMap<string, string>): string[] {
  const answered = new Set(rows.map(({ release, pull }) => `${release} ${pull}`));
  return [...drafts].flatMap(([minor, text]) => {
    const unread = selectNotes(parseDraft(text)).filter(({ pr_number: pull }) => !answered.has(`${minor} ${pull}`));
    const named = unread.map(({ pr_number: pull }) => `kubernetes#${pull}`);
    return unread.length === 0
      ? []
      : [`reading list: ${minor} has ${unread.length} without a row: ${nameFirst(named)}`];
  });
}

const shown = 3;

function nameFirst(names: readonly string[]): string {
  const more = names.length - shown;
  return [...names.slice(0, shown), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function listMinors(released: readonly Release[]): ReadonlySet<string> {
  return new Set(released.flatMap(({ of, version }) => (of === 'Kubernetes' ? [findMinor(version)] : [])));
}

function numberMinor(minor: string): number {
  return Number(minor.split('.')[1]);
}
