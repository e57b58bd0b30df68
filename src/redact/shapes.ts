import type { AddressMap } from './addresses.ts';
import { publicAccounts } from './public.ts';

/** What is told by its shape: ids of AWS, accounts, keys, addresses within names. */
export type Shape = 'account' | 'key' | 'uuid' | 'endpoint' | 'digest' | `id:${string}`;

/** Gives the pseudonym of something that was found by its shape: always the same for the same text. */
export type ShapeMap = (shape: Shape, text: string) => string;

/** Prefixes of the ids that AWS gives, but for images' own digests. */
const idPrefixes =
  'i|vpc|subnet|sg|sgr|eni|eni-attach|lt|ami|aki|ari|vol|snap|eipalloc|eipassoc|rtb|rtbassoc|igw|eigw|nat|acl|vpce|vpce-svc|pcx|tgw|tgw-attach|dopt|pl|cgw|vgw|vpn|lgw|cagw|fs|fsmt|fsap|mi|r|cr|pg|key|fleet|asg|op|eksctl|a|sir|ipam|ipam-pool|cbr|eksclusteroutpost';
const hex = '[0-9a-fA-F]';
/** One round: what is put in is not looked at again. */
const shapes = new RegExp(
  [
    `(?<uuid>${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12})`,
    String.raw`(?<![A-Za-z0-9])(?<id>(?<prefix>${idPrefixes})-(?:0[0-9a-z]{2,16}|[0-9a-f]{8}|[0-9a-f]{17}))(?![A-Za-z0-9])`,
    '(?<![A-Za-z0-9])(?<key>(?:AKIA|ASIA|AROA|AIDA|ANPA|AGPA|AIPA)[A-Z0-9]{12,32})(?![A-Za-z0-9])',
    '(?<![A-Za-z0-9])(?<digest>[0-9a-f]{64})(?![A-Za-z0-9])',
    '(?<![A-Za-z0-9])(?<endpoint>[0-9A-F]{32})(?![A-Za-z0-9])',
    String.raw`(?<![A-Za-z0-9])(?<account>\d{12})(?![A-Za-z0-9])`,
    String.raw`(?<=(?:^|[.-])(?:ip|ec2)-)(?<dashed>\d{1,3}(?:-\d{1,3}){3})(?!\d)`,
  ].join('|'),
  'g',
);
type Found = Partial<Record<'uuid' | 'id' | 'prefix' | 'key' | 'digest' | 'endpoint' | 'account' | 'dashed', string>>;

/** Puts pseudonyms of the same shape for all that a word holds of such. */
export function redactShapes(text: string, addresses: AddressMap, shaped: ShapeMap): string {
  return text.replaceAll(shapes, (whole: string, ...groups: unknown[]) => {
    const { uuid, prefix, key, digest, endpoint, account, dashed } = groups.at(-1) as Found;
    if (uuid !== undefined) return shaped('uuid', uuid.toLowerCase());
    if (prefix !== undefined) return shaped(`id:${prefix}`, whole);
    if (key !== undefined) return shaped('key', key);
    if (digest !== undefined) return shaped('digest', digest);
    if (endpoint !== undefined) return shaped('endpoint', endpoint);
    if (dashed !== undefined) return addresses(dashed.replaceAll('-', '.')).replaceAll('.', '-');
    return account === undefined || publicAccounts.has(account) ? whole : shaped('account', account);
  });
}

/** True where a word is nothing but such shapes, or a node's name made of its address. */
export function isWhollyShaped(text: string): boolean {
  return text !== '' && /^(?:(?:fargate-)?ip-|ec2-)?$/.test(text.replaceAll(shapes, ''));
}

/** A pseudonym that is still an account id, a UUID, an id of AWS. */
export function shapedPseudonym(shape: Shape, number: number): string {
  const digits = (length: number): string => String(number).padStart(length, '0');
  if (shape === 'account') return digits(12);
  if (shape === 'uuid') return `00000000-0000-4000-8000-${digits(12)}`;
  if (shape === 'key') return `AROA${digits(17)}`;
  if (shape === 'endpoint') return digits(32);
  return shape === 'digest' ? digits(64) : `${shape.slice('id:'.length)}-${digits(17)}`;
}
