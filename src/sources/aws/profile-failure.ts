import { oneLine } from '../../syntax/one-line.ts';
import { hideSecrets } from '../../syntax/secret-words.ts';

type Profiles = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** What the SDK's chain says of a provider that gives nothing, before it asks the next one and forgets it. */
export interface ProfileNotes {
  /** For the SDK: it hands each such message to its logger. */
  logger: Record<'debug' | 'info' | 'warn' | 'error', (...said: unknown[]) => void>;
  /** The messages since the last call. */
  take(): string[];
}

/** Collects the messages of failed providers; no other output of the SDK, which may hold credentials. */
export function collectProfileNotes(): ProfileNotes {
  let notes: string[] = [];
  const ignore = () => undefined;
  const debug = (said: unknown) => {
    const [, note] =
      typeof said === 'string' ? (/^@smithy\/property-provider (?:->|\(!\)) ([^]*)$/.exec(said) ?? []) : [];
    if (note !== undefined) notes.push(note);
  };
  return {
    logger: { debug, info: ignore, warn: ignore, error: ignore },
    take() {
      const taken = notes;
      notes = [];
      return taken;
    },
  };
}

/**
 * Why a profile, or one that it names as its `source_profile`, gives no credentials; undefined if the notes do not say.
 * @param profile undefined: the default profile
 * @param files the shared files, by the names of profiles
 */
export function describeProfileFailure(
  notes: readonly string[],
  profile: string | undefined,
  files: readonly Profiles[],
): string | undefined {
  for (const note of notes) {
    const failed = describeProcess(note, files);
    if (failed !== undefined) return failed;
    if (note.startsWith('Detected a cycle')) return oneLine(note, longest);
    const [, source] = /^Could not resolve credentials using profile: \[(.+)\] in /.exec(note) ?? [];
    if (source !== undefined && source !== (profile ?? 'default'))
      return `profile ${oneLine(source, 100)}, which it names as source_profile, has none`;
  }
  return undefined;
}

const longest = 200;

/** The command of a failed process is left out: its arguments may be secret. */
function describeProcess(note: string, files: readonly Profiles[]): string | undefined {
  if (note.includes('credential_process returned') || note.includes('credential_process did not return'))
    return oneLine(note, longest).replace(/\.$/, '');
  const [, command, said] = /^Command failed: ([^\n]*)\n?([^]*)$/.exec(note) ?? [];
  if (command === undefined || said === undefined) return undefined;
  const [owner] = files
    .flatMap((profiles) => Object.entries(profiles))
    .flatMap(([name, profile]) => (profile['credential_process']?.trim() === command.trim() ? [name] : []));
  const whose = owner === undefined ? '' : ` of profile ${oneLine(owner, 100)}`;
  const last = said
    .split(/\r?\n|\r/)
    .map((line) => oneLine(line))
    .findLast((line) => line !== '');
  const detail = last === undefined ? '' : `: ${oneLine(hideSecrets(last), longest)}`;
  return `credential_process${whose} failed${detail}`;
}
