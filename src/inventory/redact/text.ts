import { isIP } from 'node:net';
import type { Mark, NameKind } from '../../facts/marks.ts';
import { withoutLeadingZeros, type AddressMap } from './addresses.ts';
import { publicDomainSuffixes, sharedDomainSuffixes, type Public } from './public.ts';
import { decodePercent } from './percent.ts';
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
/** Digits in groups, as in `1111-2222-3344`; excludes those of words and versions. */
const digitGroups = String.raw`(?<![\p{L}\p{N}])\d+(?:[-_/()\s\u2010-\u2015+]{1,3}\d+)*(?![-_./:+]?[\p{L}\p{N}])`;
const word = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_.-]*[\p{L}\p{N}\p{M}])?`;
const tokens = new RegExp(
  `(?<mail>${mail})|(?<mac>${hardwareAddress})|(?<six>${mapped}|${ipv6})|(?<four>${ipv4})|(?<digits>${digitGroups})|${word}`,
  'gu',
);
type TokenGroups = Partial<Record<'mail' | 'mac' | 'six' | 'four' | 'digits', string>>;
const words = new RegExp(word, 'gu');

/** What replaces the sentences of AWS, Kubernetes and people. */
const removedText = '(removed by --redact)';

/** Redacts one text by its mark; the same word gets the same pseudonym in every text. */
export function redactText(text: string, mark: Mark, rules: TextRules): string {
  if (mark.is === 'public' && isMatched(text, mark.patterns, rules.public)) return text;
  if (mark.is === 'prose' || (mark.is === 'public' && mark.otherwise === 'prose')) {
    return text === '' ? text : removedText;
  }
  if (mark.is === 'own') {
    const found = mark.own.exec(text);
    if (found === null) return redactName(text, 'word', rules);
    const after = text.slice(found.index + found[0].length);
    return redactName(text.slice(0, found.index), 'word', rules) + found[0] + redactName(after, 'word', rules);
  }
  if (mark.is === 'json' && isKnownAction(text, rules.public)) return text;
  return redactName(text, mark.is === 'public' ? 'word' : mark.kind, rules);
}

function redactName(text: string, kind: NameKind, rules: TextRules): string {
  const context: Context = { kind, isPath: /^\/(?!apis?\/)/.test(text), rules };
  return decodePercent(text).replaceAll(tokens, (token: string, ...rest: unknown[]) => {
    const [{ mail: user, mac, six, four, digits }] = rest.slice(-1) as [TokenGroups];
    if (user !== undefined) return rules.pseudonym('mail', token);
    if (mac !== undefined) return redactHardwareAddress(token, rules.pseudonym);
    if (isAddress(six ?? four)) return rules.addresses(token);
    if (digits !== undefined) return redactDigits(token, context);
    return six === undefined ? redactWord(token, context) : redactWords(token, context);
  });
}

/** Redacts digits, possibly in groups: an account ID, or an address. */
function redactDigits(text: string, context: Context): string {
  const { rules } = context;
  if (rules.names.has(text)) return redactWord(text, context);
  return redactShapes(text, rules.addresses, rules.pseudonym, (part) => redactWords(part, context));
}

function redactWords(text: string, context: Context): string {
  return text.replaceAll(words, (part) => redactWord(part, context));
}

interface Context {
  kind: NameKind;
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
  const [service = '', action, ...more] = text.split(':');
  if (action === undefined || more.length > 0 || !/^[A-Za-z*?]+$/.test(action) || !known.isWord(service)) return false;
  return action.split(/[*?]+/).every((part) => known.isActionPart(part));
}

function redactWord(token: string, context: Context): string {
  const { kind, isPath, rules } = context;
  if (rules.names.has(token)) return rules.pseudonym(kind, token);
  if (isWhollyShaped(token)) return redactShapes(token, rules.addresses, rules.pseudonym);
  const stays = rules.public.isWord(token);
  if (stays && !holdsShape(token)) return token;
  const host = isPath ? undefined : redactHost(token, rules);
  if (host !== undefined) return host;
  if (stays) {
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

function isBelow(text: string, suffixes: readonly string[]): string | undefined {
  return suffixes.find((suffix) => text === suffix || text.endsWith(`.${suffix}`));
}

function redactLabel(label: string, rules: TextRules): string {
  if (rules.names.has(label)) return rules.pseudonym('dns', label);
  if (isWhollyShaped(label)) return redactShapes(label, rules.addresses, rules.pseudonym);
  const stays = rules.public.isLabel(label) && !holdsShape(label) && !/^\d{7,}$/.test(label);
  return stays ? label : rules.pseudonym('dns', label.toLowerCase());
}
