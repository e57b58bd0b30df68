import type { AddressMap } from './addresses.ts';
import type { IsPublic } from './names.ts';
import { publicAccounts, publicDomainSuffixes, sharedDomainSuffixes } from './public.ts';

/** Gives the pseudonym of something that was found by its shape: always the same for the same text. */
export type Numbered = (kind: Shape, text: string) => string;
export type Shape = 'account' | 'key' | 'uuid' | 'endpoint' | 'dns' | 'mail' | `id:${string}`;

export interface TextRules {
  addresses: AddressMap;
  numbered: Numbered;
  isPublic: IsPublic;
  /** Pseudonyms of names, by the name. */
  names: ReadonlyMap<string, string>;
  /** The cluster's name, which stands inside of many other names; undefined where it is a public word. */
  clusterName: string | undefined;
}

const mail = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
const ipv6 = String.raw`(?<![\w:.])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}(?:\/\d{1,3})?(?![\w:])`;
const ipv4 = String.raw`(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?!\w|\.\d)`;
const word = String.raw`[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?`;
const tokens = new RegExp(`(${mail})|(${ipv6})|(${ipv4})|(${word})`, 'g');

/** Puts pseudonyms into one text, word by word; the same word gets the same pseudonym in every text. */
export function redactText(text: string, rules: TextRules): string {
  const whole = rules.names.get(text);
  if (whole !== undefined) return whole;
  return text.replaceAll(tokens, (token: string, user?: string, six?: string, four?: string) => {
    if (user !== undefined) return rules.numbered('mail', token);
    if (six !== undefined || four !== undefined) return rules.addresses(token);
    return redactWord(token, rules, text.startsWith('/'));
  });
}

/** Prefixes of the ids that AWS gives, but for images' own digests. */
const idPrefixes =
  'i|vpc|subnet|sg|sgr|eni|eni-attach|lt|ami|aki|ari|vol|snap|eipalloc|eipassoc|rtb|rtbassoc|igw|eigw|nat|acl|vpce|vpce-svc|pcx|tgw|tgw-attach|dopt|pl|cgw|vgw|vpn|lgw|cagw|fs|fsmt|fsap|mi|r|cr|pg|key|fleet|asg|op|eksctl|a|sir|ipam|ipam-pool|cbr|eksclusteroutpost';
const hex = '[0-9a-fA-F]';
/** What is told by its shape, wherever in a word it stands. One round: what it puts in is not looked at again. */
const shapes = new RegExp(
  [
    `(?<uuid>${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12})`,
    String.raw`(?<![A-Za-z0-9])(?<id>(?<prefix>${idPrefixes})-(?:0[0-9a-z]{2,16}|[0-9a-f]{8}|[0-9a-f]{17}))(?![A-Za-z0-9])`,
    '(?<![A-Za-z0-9])(?<key>(?:AKIA|ASIA|AROA|AIDA|ANPA|AGPA|AIPA)[A-Z0-9]{12,})',
    '(?<![A-Za-z0-9])(?<endpoint>[0-9A-F]{32})(?![A-Za-z0-9])',
    String.raw`(?<![A-Za-z0-9])(?<account>\d{12})(?![A-Za-z0-9])`,
    String.raw`(?<=(?:^|[.-])(?:ip|ec2)-)(?<dashed>\d{1,3}(?:-\d{1,3}){3})(?!\d)`,
  ].join('|'),
  'g',
);
type Found = Partial<Record<'uuid' | 'id' | 'prefix' | 'key' | 'endpoint' | 'account' | 'dashed', string>>;

function redactShapes(text: string, { numbered, addresses }: TextRules): string {
  return text.replaceAll(shapes, (whole: string, ...groups: unknown[]) => {
    const { uuid, prefix, key, endpoint, account, dashed } = groups.at(-1) as Found;
    if (uuid !== undefined) return numbered('uuid', uuid.toLowerCase());
    if (prefix !== undefined) return numbered(`id:${prefix}`, whole);
    if (key !== undefined) return numbered('key', key);
    if (endpoint !== undefined) return numbered('endpoint', endpoint);
    if (dashed !== undefined) return addresses(dashed.replaceAll('-', '.')).replaceAll('.', '-');
    return account === undefined || publicAccounts.has(account) ? whole : numbered('account', account);
  });
}

function redactWord(text: string, rules: TextRules, isPath: boolean): string {
  const named = rules.names.get(text);
  if (named !== undefined) return named;
  const plain = redactShapes(text, rules);
  if (rules.isPublic(plain)) return plain;
  return withoutClusterName((isPath ? undefined : redactHost(text, rules)) ?? plain, rules);
}

/** Ends of host names; two letters are a country's. Not the endings of files that stand in messages and mounts. */
const topLevel =
  /^(?:com|net|org|io|dev|cloud|app|info|biz|tech|systems|services|ai|internal|local|corp|lan|intra|intranet|home|private|[a-z]{2})$/;
const fileEndings: ReadonlySet<string> = new Set([
  'go',
  'sh',
  'py',
  'so',
  'md',
  'rs',
  'pl',
  'ps',
  'gz',
  'js',
  'ts',
  'db',
]);

/**
 * Host names and API groups of one's own: each label by itself, so that what lies below a domain still does. Undefined: no
 * host name.
 */
function redactHost(text: string, rules: TextRules): string | undefined {
  if (!isHost(text) || isBelow(text, publicDomainSuffixes) !== undefined) return undefined;
  const shared = isBelow(text, sharedDomainSuffixes);
  const labels = shared === undefined ? text.split('.') : text.slice(0, -shared.length).split('.');
  const own = labels.slice(0, -1).map((label) => redactLabel(label, rules));
  return [...own, ...(shared === undefined ? [labels.at(-1), 'example'] : [shared])].join('.');
}

function isHost(text: string): boolean {
  const labels = text.split('.');
  const last = labels.at(-1)?.toLowerCase() ?? '';
  return labels.length > 1 && topLevel.test(last) && !fileEndings.has(last) && /^[\w.-]+$/.test(text);
}

function isBelow(text: string, suffixes: readonly string[]): string | undefined {
  return suffixes.find((suffix) => text === suffix || text.endsWith(`.${suffix}`));
}

function redactLabel(label: string, rules: TextRules): string {
  const named = rules.names.get(label);
  if (named !== undefined) return named;
  if (isWhollyShaped(label)) return redactShapes(label, rules);
  return rules.isPublic(label) ? label : rules.numbered('dns', label.toLowerCase());
}

function isWhollyShaped(text: string): boolean {
  return text !== '' && /^(?:(?:fargate-)?ip-|ec2-)?$/.test(text.replaceAll(shapes, ''));
}

const whole = new RegExp(`^(?:${mail}|${ipv6}|${ipv4})$`);

/** True where a text as a whole is an id, an address, a host name or everybody's domain: it needs no name to be told. */
export function isToldByShape(text: string): boolean {
  return isWhollyShaped(text) || isHost(text) || isBelow(text, publicDomainSuffixes) !== undefined || whole.test(text);
}

/** `prod-blue-workers` of cluster `prod`: the name ends at anything but a letter or digit. */
function withoutClusterName(text: string, { clusterName, names }: TextRules): string {
  if (clusterName === undefined || !text.includes(clusterName)) return text;
  const pseudonym = names.get(clusterName) ?? 'cluster';
  const bounded = new RegExp(
    `(?<![A-Za-z0-9])${clusterName.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![A-Za-z0-9])`,
    'g',
  );
  return text.replaceAll(bounded, pseudonym);
}
