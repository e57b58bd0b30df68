import { isIP } from 'node:net';
import type { Mark, NameKind } from '../../facts/marks.ts';
import { withoutLeadingZeros, type AddressMap } from './addresses.ts';
import { publicDomainSuffixes, sharedDomainSuffixes, type Public } from './public.ts';
import { cutAtKnown, digitGroups, isPersonalNumber } from './numbers.ts';
import { decodePercent } from './names-in-prose.ts';
import {
  hardwareAddress,
  holdsShape,
  isWhollyShaped,
  redactHardwareAddress,
  redactShapes,
  type Shape,
} from './shapes.ts';

/** What a pseudonym replaces: a name of some kind, a label of a host name, an email address, or a shape. */
export type PseudonymKind = NameKind | 'dns' | 'mail' | Shape;

/** How a text is redacted: the pseudonyms of its words, and the words that may stay. */
export interface TextRules {
  addresses: AddressMap;
  /** The pseudonym of a word: always the same for the same word. */
  pseudonym: (kind: PseudonymKind, word: string) => string;
  public: Public;
  /** Words that are names somewhere in the inventory: they are replaced even if a vocabulary has them. */
  names: ReadonlySet<string>;
}

/**
 * An email address. Its length is limited, and it matches only at the start of a word, so that a long text is scanned
 * once.
 */
const mail = String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}`;
const ipv6 = String.raw`(?<![\w:.])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}(?:\/\d{1,3})?(?![\w:]|\.\d)`;
const ipv4 = String.raw`(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?!\w|\.\d)`;
const mapped = String.raw`(?<![\w:.])::[fF]{4}:\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,3})?(?!\w|\.\d)`;
const word = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_.-]*[\p{L}\p{N}\p{M}])?`;
const tokens = new RegExp(
  `(?<mail>${mail})|(?<mac>${hardwareAddress})|(?<six>${mapped}|${ipv6})|(?<four>${ipv4})|(?<digits>${digitGroups})|${word}`,
  'gu',
);
type TokenGroups = Partial<Record<'mail' | 'mac' | 'six' | 'four' | 'digits', string>>;
const words = new RegExp(word, 'gu');

/** Redacts one text by its mark; the same word gets the same pseudonym in every text. */
export function redactText(text: string, mark: Mark, rules: TextRules): string {
  if (mark.is === 'public' && isMatched(text, mark.patterns, rules.public)) return text;
  if (mark.is === 'json' && isKnownAction(text, rules.public)) return text;
  const isSentence = mark.is === 'prose' || (mark.is === 'public' && mark.otherwise === 'prose');
  const kind = mark.is === 'name' || mark.is === 'json' ? mark.kind : 'word';
  const context: Context = { kind, isSentence, isPath: /^\/(?!apis?\/)/.test(text), rules };
  return decodePercent(text).replaceAll(tokens, (token: string, ...rest: unknown[]) => {
    const [at, whole, { mail: user, mac, six, four, digits }] = rest.slice(-3) as [number, string, TokenGroups];
    if (user !== undefined) return rules.pseudonym('mail', token);
    if (mac !== undefined) return redactHardwareAddress(token, rules.pseudonym);
    if (isAddress(six ?? four)) return rules.addresses(token);
    if (digits !== undefined)
      return redactDigits(token, whole.slice(at + token.length, at + token.length + 20), context);
    return six === undefined ? redactWord(token, context) : redactWords(token, context);
  });
}

/** Redacts digits, possibly in groups: an account ID, an address or, in a sentence, a personal number. */
function redactDigits(text: string, after: string, context: Context): string {
  const { isSentence, rules } = context;
  if (rules.names.has(text)) return redactWord(text, context);
  if (isWhollyShaped(text)) return redactShapes(text, rules.addresses, rules.pseudonym);
  const redactBetween = (part: string): string =>
    redactShapes(part, rules.addresses, rules.pseudonym, (other) => redactWords(other, context));
  if (!isSentence) return redactBetween(text);
  const parts = cutAtKnown(text);
  return parts
    .map((part, at) => {
      const number = part.trim();
      if (isWhollyShaped(number) || !isPersonalNumber(number, at === parts.length - 1 ? after : ''))
        return redactBetween(part);
      const open = number.startsWith('(') && !number.includes(')') ? '(' : '';
      return part.replace(number, () => open + rules.pseudonym('word', number.slice(open.length)));
    })
    .join('');
}

function redactWords(text: string, context: Context): string {
  return text.replaceAll(words, (part) => redactWord(part, context));
}

interface Context {
  kind: NameKind;
  isSentence: boolean;
  isPath: boolean;
  rules: TextRules;
}

function isAddress(text: string | undefined): boolean {
  return text !== undefined && isIP(withoutLeadingZeros(text.split('/')[0] ?? '')) !== 0;
}

/** True if the schema allows this whole text to stay. */
function isMatched(text: string, patterns: Extract<Mark, { is: 'public' }>['patterns'], known: Public): boolean {
  return patterns.some((pattern) => {
    if (pattern instanceof RegExp) return pattern.test(text);
    return 'table' in pattern ? known.isOfTable(pattern.table, text) : pattern.includes(text);
  });
}

/**
 * True for a pattern of actions, `ec2:Describe*`, of which each part occurs in a known action. Any other pattern is
 * redacted as a name: it matches no known action, neither before nor after redaction.
 */
function isKnownAction(text: string, known: Public): boolean {
  const [service = '', action] = text.split(':');
  if (action === undefined || !/^[A-Za-z*?]+$/.test(action) || !known.isWord(service)) return false;
  return action.split(/[*?]+/).every((part) => known.isActionPart(part));
}

function redactWord(token: string, context: Context): string {
  const { kind, isSentence, isPath, rules } = context;
  if (rules.names.has(token)) return rules.pseudonym(kind, token);
  if (isWhollyShaped(token)) return redactShapes(token, rules.addresses, rules.pseudonym);
  const stays = isSentence ? rules.public.isProse(token) && !isOwnHost(token, rules) : rules.public.isWord(token);
  if (stays && !holdsShape(token)) return token;
  const host = isPath ? undefined : redactHost(token, rules);
  if (host !== undefined) return host;
  if ((isSentence || stays) && holdsShape(token)) {
    return redactShapes(token, rules.addresses, rules.pseudonym, (part) => redactWords(part, context));
  }
  return redactVersion(token, context) ?? rules.pseudonym(kind, token);
}

/**
 * Keeps the numbers of `2.0.0-seller.1` or `cart-1.2.3` and redacts the other parts; undefined if the token has no
 * version.
 */
function redactVersion(token: string, context: Context): string | undefined {
  const [, chart, version] = /^(\D[\s\S]*?)-(v?\d{1,6}\.\d[\s\S]*)$/u.exec(token) ?? [];
  if (chart !== undefined && version !== undefined) {
    return `${redactWord(chart, context)}-${redactWord(version, context)}`;
  }
  const [, head, rest] = /^(v?\d+(?:\.\d+)+)([-+_.][\s\S]*)$/u.exec(token) ?? [];
  if (head === undefined || rest === undefined) return undefined;
  const { addresses, pseudonym } = context.rules;
  return redactShapes(head, addresses, pseudonym) + rest.replaceAll(/[^-+_.]+/g, (part) => redactWord(part, context));
}

/** Top-level domains, public and private. Any two letters count as a country code, except {@link fileEndings}. */
const topLevel =
  /^(?:com|net|org|io|dev|cloud|app|info|biz|tech|systems|services|ai|internal|local|corp|lan|intra|intranet|home|private|sh|[a-z]{2})$/;
const fileEndings: ReadonlySet<string> = new Set(['go', 'py', 'so', 'md', 'rs', 'pl', 'ps', 'gz', 'js', 'ts', 'db']);

/**
 * Redacts a host name or API group label by label, so that subdomains stay below their domain. A private domain gets
 * the suffix `.example`. Undefined if the text is not a host name.
 */
function redactHost(text: string, rules: TextRules): string | undefined {
  if (!isHost(text)) return undefined;
  const shared = isBelow(text, sharedDomainSuffixes) ?? isBelow(text, publicDomainSuffixes);
  const labels = shared === undefined ? text.split('.') : text.slice(0, -shared.length - 1).split('.');
  const own = (shared === undefined ? labels.slice(0, -1) : labels).filter((label, at) => label !== '' || at > 0);
  const end = shared === undefined ? [labels.at(-1), 'example'] : [shared];
  return [...own.map((label) => redactLabel(label, rules)), ...end].join('.');
}

function isHost(text: string): boolean {
  if (isBelow(text, publicDomainSuffixes) !== undefined) return true;
  const labels = text.split('.');
  const last = labels.at(-1)?.toLowerCase() ?? '';
  return labels.length > 1 && topLevel.test(last) && !fileEndings.has(last) && /^[\w.-]+$/.test(text);
}

/**
 * True for a host, even of common words: `test.example.com`. False if it may be a field: `spec.id` ends in two letters.
 */
function isOwnHost(token: string, rules: TextRules): boolean {
  return isHost(token) && !rules.public.isWord(token) && /\.(?:[^.]{3,}|ai|io)$/.test(token);
}

function isBelow(text: string, suffixes: readonly string[]): string | undefined {
  return suffixes.find((suffix) => text === suffix || text.endsWith(`.${suffix}`));
}

function redactLabel(label: string, rules: TextRules): string {
  if (rules.names.has(label)) return rules.pseudonym('dns', label);
  if (isWhollyShaped(label)) return redactShapes(label, rules.addresses, rules.pseudonym);
  const stays = rules.public.isLabel(label) && !holdsShape(label) && !/^\d{7,}$/.test(label);
  return stays ? label : rules.pseudonym('dns', label.toLowerCase());
}
