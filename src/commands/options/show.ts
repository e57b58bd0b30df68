import { usageError, type ScanError } from '../../facts/reason.ts';
import { defaultFormat, type FormatName } from '../../formats/formats.ts';
import { nearest } from '../../syntax/near.ts';
import { formatAlternatives, invalid } from '../../syntax/quoted.ts';

/** `--show`: how much of a report is printed. */

/** The words that `--show` takes; everything else is the number of an entry or a task, or a fingerprint. */
export const shownWords = ['summary', 'all', 'checks'] as const;

/** The words that a config file may set that was only found: the others hide blockers. */
export const wholeViews: readonly string[] = ['summary', 'all'] satisfies (typeof shownWords)[number][];

/** What `--show` names. */
export type Shown = { word: (typeof shownWords)[number]; id?: never } | { word?: never; id: string };

/** A shell reads `#7` as a comment, so the value is missing. */
export const withoutHash = 'Write the number without #: a shell reads #7 as a comment.';

/**
 * Reads the value of `--show`.
 * @throws ScanError (`usage`)
 */
export function parseShow(value: string, flag = '--show'): Shown {
  const word = shownWords.find((one) => one === value);
  if (word !== undefined) return { word };
  if (/^(?:\d{1,7}|[\da-f]{8}|[\da-f]{16})$/.test(value)) return { id: value };
  const [near] = nearest(value, shownWords);
  const meant = near === undefined ? undefined : `Did you mean ${near}?`;
  throw usageError(
    invalid(
      flag,
      value,
      `${shownWords.join(', ')}, the number of an entry, or the first 8 or all 16 digits of a fingerprint`,
    ),
    value.startsWith('#') ? 'Write the number without #.' : meant,
  );
}

/** The options that decide how much of a report can be printed. */
interface Viewed {
  show?: string | undefined;
  format?: FormatName | undefined;
  group?: string | undefined;
}

/** Formats that can show a part of a report; a program that reads JSON gets the whole report. */
function listFormats(shown: Shown): readonly FormatName[] {
  return shown.word === 'summary' ? ['text', 'json'] : ['text', 'markdown', 'json'];
}

/** Why the view cannot be printed with the other options; undefined if it can. */
function findViewFlaw({ show, format = defaultFormat, group }: Viewed): ScanError | undefined {
  if (show === undefined || show === 'all') return undefined;
  if (group !== undefined) return usageError(`--show ${show} cannot be combined with --group`);
  const formats = listFormats(parseShow(show));
  if (formats.includes(format)) return undefined;
  return usageError(
    `--show ${show} cannot be combined with --format ${format}`,
    `Use --format ${formatAlternatives(formats)}.`,
  );
}

/**
 * Refuses a view that the format does not have, or that cannot be filtered.
 * @throws ScanError (`usage`)
 */
export function refuseBadView(options: Viewed): void {
  const flaw = findViewFlaw(options);
  if (flaw !== undefined) throw flaw;
}

/** `show: summary` of a config file or of the environment yields to the format and the filter of one run. */
export function withFittingView<Options extends Viewed>(options: Options, flags: Viewed): Options {
  const yields = flags.show === undefined && options.show === 'summary' && findViewFlaw(options) !== undefined;
  return yields ? { ...options, show: undefined } : options;
}

/** The options that `--show` replaces, as people may still write them. */
const replaced: { readonly [Name in string]?: string } = {
  all: 'all',
  summary: 'summary',
  checks: 'checks',
  finding: '3 (the number of an entry)',
};

/** What to write instead of an option that `--show` replaces; undefined for any other name. */
export function describeReplacement(name: string): string | undefined {
  return Object.hasOwn(replaced, name) ? replaced[name] : undefined;
}
