import type { AddressMap } from './addresses.ts';
import { publicAccounts } from './public.ts';

/** The kinds of text that are recognized by their shape: account IDs, keys, IDs of AWS resources. */
export type Shape = 'account' | 'mac' | 'key' | 'uuid' | 'endpoint' | 'digest' | `id:${string}`;

/** Returns the pseudonym of a text of this shape: always the same for the same text. */
export type ShapeMap = (shape: Shape, text: string) => string;

/** Prefixes of AWS resource IDs. */
const idPrefixes =
  'i|vpc|subnet|sg|sgr|eni|eni-attach|lt|ami|aki|ari|vol|snap|eipalloc|eipassoc|rtb|rtbassoc|igw|eigw|nat|acl|vpce|vpce-svc|pcx|tgw|tgw-attach|dopt|pl|cgw|vgw|vpn|lgw|cagw|fs|fsmt|fsap|mi|r|cr|pg|key|fleet|asg|op|eksctl|a|sir|ipam|ipam-pool|cbr|eksclusteroutpost';
const hex = '[0-9a-fA-F]';
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const dashedAddress = `${octet}(?:-${octet}){3}`;
const gap = String.raw`[-_+\s\u2010-\u2015]`;
/** An account ID, also between letters, or in groups of four or three digits. */
const account = String.raw`(?<!\d)(?:\d{12}|\d{4}${gap}\d{4}${gap}\d{4}|\d{3}(?:${gap}\d{3}){3})(?!\d)`;
/** A MAC address or a fingerprint: six octets or more. */
export const hardwareAddress = String.raw`(?<![\w:.-])(?:${hex}{2}(?:(?::${hex}{2}){5,63}|(?:-${hex}{2}){5,63})|(?=[\d.]{0,12}[a-fA-F])${hex}{4}(?:\.${hex}{4}){2})(?![\w:]|[.-]\w)`;
/** One expression, so that replacements are not matched again. */
const shapes = new RegExp(
  [
    `(?<uuid>${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12})`,
    String.raw`(?<![A-Za-z0-9])(?<id>(?<prefix>${idPrefixes})-(?:0[0-9a-z]{2,16}|[0-9a-f]{8}|[0-9a-f]{17}))(?![A-Za-z0-9])`,
    '(?<![A-Za-z0-9])(?<key>(?:AKIA|ASIA|AROA|AIDA|ANPA|AGPA|AIPA)[A-Z0-9]{12,32})(?![A-Za-z0-9])',
    '(?<![A-Za-z0-9])(?<digest>[0-9a-f]{64})(?![A-Za-z0-9])',
    '(?<![A-Za-z0-9])(?<endpoint>[0-9A-F]{32})(?![A-Za-z0-9])',
    String.raw`(?<=(?:^|[.-])(?:ip|ec2)-)(?<dashed>${dashedAddress})(?!\d)`,
    `(?<account>${account})`,
    String.raw`(?<![A-Za-z0-9]|\d-)(?<bare>${dashedAddress})(?![A-Za-z0-9]|-\d)`,
  ].join('|'),
  'g',
);
type Found = Partial<
  Record<'uuid' | 'id' | 'prefix' | 'key' | 'digest' | 'endpoint' | 'account' | 'dashed' | 'bare', string>
>;

/** Replaces all shapes in a text with pseudonyms, and the text between them with what `between` returns. */
export function redactShapes(
  text: string,
  addresses: AddressMap,
  shaped: ShapeMap,
  between: (part: string) => string = (part) => part,
): string {
  let redacted = '';
  let end = 0;
  for (const found of text.matchAll(shapes)) {
    redacted += between(text.slice(end, found.index)) + shapePseudonym(found[0], found.groups ?? {}, addresses, shaped);
    end = found.index + found[0].length;
  }
  return redacted + between(text.slice(end));
}

function shapePseudonym(whole: string, found: Found, addresses: AddressMap, shaped: ShapeMap): string {
  const { uuid, prefix, key, digest, endpoint, account: digits, dashed = found.bare } = found;
  if (uuid !== undefined) return shaped('uuid', uuid.toLowerCase());
  if (prefix !== undefined) return shaped(`id:${prefix}`, whole);
  if (key !== undefined) return shaped('key', key);
  if (digest !== undefined) return shaped('digest', digest);
  if (endpoint !== undefined) return shaped('endpoint', endpoint);
  if (dashed !== undefined) return addresses(dashed.replaceAll('-', '.')).replaceAll('.', '-');
  const id = digits?.replaceAll(/\D/g, '');
  return id === undefined || publicAccounts.has(id) ? whole : shaped('account', id);
}

/** True if a text consists only of shapes, or is a node name that contains its address. */
export function isWhollyShaped(text: string): boolean {
  return text !== '' && /^(?:(?:fargate-)?ip-|ec2-)?$/.test(text.replaceAll(shapes, ''));
}

const anyShape = new RegExp(shapes.source);

export function holdsShape(text: string): boolean {
  return anyShape.test(text);
}

/** The pseudonym of a MAC address or fingerprint, with the same number of digits and the same separators. */
export function redactHardwareAddress(text: string, shaped: ShapeMap): string {
  const digits = text.replaceAll(/[:.-]/g, '').toLowerCase();
  const pseudonym = shaped('mac', digits);
  // Before the last pass, each word is its own pseudonym.
  if (pseudonym === digits) return text;
  const filled = pseudonym.slice(0, 2) + pseudonym.slice(2).padStart(digits.length - 2, '0');
  let at = 0;
  return text.replaceAll(/[0-9a-fA-F]/g, () => filled.charAt(at++));
}

/** A pseudonym of the same shape: it can be parsed as an account ID, a UUID or an ID of AWS. */
export function shapedPseudonym(shape: Shape, number: number): string {
  const digits = (length: number): string => String(number).padStart(length, '0');
  if (shape === 'account') return digits(12);
  // A locally administered MAC address (RFC 7042, 2.1).
  if (shape === 'mac') return `02${digits(10)}`;
  if (shape === 'uuid') return `00000000-0000-4000-8000-${digits(12)}`;
  if (shape === 'key') return `AROA${digits(17)}`;
  if (shape === 'endpoint') return digits(32);
  return shape === 'digest' ? digits(64) : `${shape.slice('id:'.length)}-${digits(17)}`;
}
