import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { usageError, type ScanError } from '../../facts/reason.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** Where a secret is: an environment variable or a file. Messages name this place, never the secret. */
export interface SecretPlace {
  from: 'env' | 'file';
  name: string;
}

/** The limit in characters; webhook URLs and signing secrets have a few hundred. */
const longestSecret = 8 * 1024;

/**
 * Parses `env:NAME` or `file:PATH`.
 * @returns undefined for any other text: it may be the secret itself, and must not be shown
 */
export function secretPlace(text: string): SecretPlace | undefined {
  const [, from, name = ''] = /^(env|file):(.+)$/s.exec(text) ?? [];
  if (from === 'file') return { from, name };
  return from === 'env' && /^[A-Za-z_][A-Za-z0-9_]{0,200}$/.test(name) ? { from, name } : undefined;
}

/** The place as text: `env:SLACK_WEBHOOK_URL`. */
export function placeText({ from, name }: SecretPlace): string {
  return `${from}:${name}`;
}

/** Where the signing secret of a webhook is, given where its URL is. */
export function signingPlace({ from, name }: SecretPlace): SecretPlace {
  return { from, name: from === 'env' ? `${name}_SECRET` : `${name}.secret` };
}

/**
 * Reads a secret.
 * @param target the target that needs it, for messages
 * @throws ScanError (`usage`), which never contains a part of the secret
 */
function readSecret(place: SecretPlace, target: string, env: NodeJS.ProcessEnv): string {
  const text = place.from === 'env' ? (ownValue(env, place.name) ?? '') : readFile(place, target);
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw secretError(place, target, place.from === 'env' ? 'is not set' : 'is empty');
  if (secret.length > longestSecret) throw secretError(place, target, `is longer than ${longestSecret} characters`);
  return secret;
}

/** The error for a secret; names its place only. */
function secretError(place: SecretPlace, target: string, flaw: string): ScanError {
  return usageError(`--deliver ${target}: ${placeText(place)} ${flaw}`, 'Set it, or remove the destination.');
}

/** Reads regular files only: a pipe or a device may never end. Follows links: mounted Kubernetes Secrets use them. */
function readFile(place: SecretPlace, target: string): string {
  let file: number | undefined;
  try {
    file = openSync(place.name, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(file).isFile()) throw secretError(place, target, 'is not a regular file');
    const bytes = Buffer.alloc(longestSecret + 2);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, length);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw secretError(place, target, `cannot be read: ${flaws[String(error.code)] ?? String(error.code)}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const flaws: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
};

/**
 * Reads the URL in a secret.
 * @throws ScanError (`usage`) if it is not an https URL without credentials
 */
export function secretUrl(place: SecretPlace, target: string, env: NodeJS.ProcessEnv): URL {
  const text = readSecret(place, target, env);
  const flaw = flawOfUrl(text);
  if (flaw !== undefined) throw secretError(place, target, flaw);
  return new URL(text);
}

function flawOfUrl(text: string): string | undefined {
  // URL parsers drop line feeds and tabs: two lines would become one URL.
  if (/[\s\p{Cc}]/u.test(text)) return 'contains white space or more than one line';
  if (!URL.canParse(text)) return 'is not a URL';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:') return 'is not an https URL';
  return username === '' && password === '' ? undefined : 'contains a user name or a password';
}

/**
 * Reads the key that signs the messages to a webhook.
 * @throws ScanError (`usage`) if it is not `whsec_` and 24 to 64 bytes in base64
 */
export function signingKey(place: SecretPlace, target: string, env: NodeJS.ProcessEnv): Buffer {
  const text = readSecret(place, target, env);
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (key.length >= 24 && key.length <= 64) return key;
  throw secretError(place, target, 'is not a signing secret (expected whsec_ and 24 to 64 random bytes in base64)');
}
