import { statSync } from 'node:fs';
import { longestText, mostTargets } from '../changes/state.ts';
import { usageError } from '../../facts/reason.ts';
import { formatAlternatives } from '../../syntax/quoted.ts';
import { bucketAddress } from '../../sources/aws/bucket-address.ts';
import type { ParseTargets, Target } from './contract.ts';
import { placeText, secretPlace, secretUrl, signingKey, signingPlace } from './secrets.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** The forms of `--deliver`. */
export const targetForms = [
  'file:FOLDER',
  's3://BUCKET[/PREFIX]',
  'stdout',
  'sns:TOPIC_ARN',
  'events:BUS',
  'slack:SECRET',
  'teams:SECRET',
  'webhook:SECRET',
] as const;

type Kind = Target['kind'];
type Unread = Exclude<Target, { kind: 'slack' | 'teams' | 'webhook' }>;
type Secret = { kind: 'slack' | 'teams' | 'webhook'; value: string };

/** Parses the values of `--deliver` without reading their secrets. */
export function readTargets(values: readonly string[]): (Unread | Secret)[] {
  return values.map((value) => readTarget(value.trim()));
}

/** See {@link ParseTargets}; throws a ScanError (`usage`). */
export const parseTargets: ParseTargets = (values, env) => {
  const targets = readTargets(values).map((target) => ('value' in target ? withSecret(target, env) : target));
  const names = targets.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw usageError(`--deliver names ${twice} twice`);
  if (names.length > mostTargets) throw usageError(`--deliver names more than ${mostTargets} destinations`);
  // The state stores the names of targets that receive messages.
  if (names.some((name) => name.length > longestText))
    throw usageError('--deliver has a destination with a path that is too long');
  return targets;
};

function readTarget(value: string): Unread | Secret {
  if (value === 'stdout') return { kind: 'stdout', name: 'stdout' };
  const [, kind = '', rest = ''] = /^([a-z0-9]{1,20}):(.*)$/s.exec(value) ?? [];
  const read = ownValue(readers, kind);
  if (read === undefined) throw unknownTarget(kind);
  return read(rest);
}

/** Shows only the text before the first colon: the rest may be a secret. */
function unknownTarget(kind: string): Error {
  const shown = kind === '' ? 'invalid --deliver' : `invalid --deliver '${kind}:...'`;
  return usageError(`${shown} (expected ${formatAlternatives(targetForms)})`);
}

const readers: { readonly [Each in Kind]?: (rest: string) => Unread | Secret } = {
  file: fileTarget,
  s3: s3Target,
  sns: snsTarget,
  events: eventsTarget,
  slack: (value) => ({ kind: 'slack', value }),
  teams: (value) => ({ kind: 'teams', value }),
  webhook: (value) => ({ kind: 'webhook', value }),
};

function fileTarget(folder: string): Unread {
  if (folder === '') throw usageError('--deliver file: has no folder', 'For example, file:reports.');
  if (!isFolderOrNothing(folder)) throw usageError(`--deliver file:${folder} is not a folder`);
  return { kind: 'file', name: `file (${folder})`, folder };
}

/** False for a path that cannot be a folder. True for one that cannot be checked, which may fail at the delivery. */
function isFolderOrNothing(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EPERM';
  }
}

function s3Target(rest: string): Unread {
  const address = bucketAddress(`s3:${rest}`);
  if (address === undefined)
    throw usageError('invalid --deliver s3 destination (expected s3://BUCKET or s3://BUCKET/PREFIX)');
  const { bucket, folders } = address;
  return { kind: 's3', name: `s3 (s3://${[bucket, ...folders].join('/')})`, bucket, prefix: folders.join('/') };
}

const topicArn = /^arn:aws[a-z-]{0,20}:sns:[a-z0-9-]{1,30}:\d{12}:[\w-]{1,251}(?:\.fifo)?$/;

function snsTarget(arn: string): Unread {
  if (topicArn.test(arn)) return { kind: 'sns', name: `sns (${arn})`, topicArn: arn };
  throw usageError('invalid --deliver sns destination (expected sns: and the ARN of a topic)');
}

const busName = /^[\w./-]{1,256}$/;
const busArn = /^arn:aws[a-z-]{0,20}:events:[a-z0-9-]{1,30}:\d{12}:event-bus\/[\w./-]{1,256}$/;

function eventsTarget(bus: string): Unread {
  if (busName.test(bus) || busArn.test(bus)) return { kind: 'events', name: `events (${bus})`, bus };
  throw usageError('invalid --deliver events destination (expected the name or the ARN of an event bus)');
}

/** Reads the secret now, and keeps it in a closure, which nothing prints. */
function withSecret({ kind, value }: Secret, env: NodeJS.ProcessEnv): Target {
  const place = secretPlace(value);
  if (place === undefined) {
    throw usageError(
      `--deliver ${kind}: a secret cannot be given on the command line: use ${kind}:env:NAME or ${kind}:file:PATH`,
    );
  }
  const called = `${kind}:${placeText(place)}`;
  const name = `${kind} (${placeText(place)})`;
  const address = secretUrl(place, called, env);
  const url = (): URL => new URL(address);
  if (kind !== 'webhook') return { kind, name, url };
  const key = signingKey(signingPlace(place), called, env);
  return { kind, name, url, secret: () => key };
}
