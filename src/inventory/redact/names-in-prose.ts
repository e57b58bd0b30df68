import type { Mark, NameKind } from '../../facts/marks.ts';

interface NameInSentence {
  kind: NameKind;
  name: string;
}

/** Patterns of names in error messages, each with the kind of the name. */
const namePatterns: readonly (readonly [RegExp, NameKind])[] = [
  [/\b(?:User|user|group) "([^"]{1,256})"/g, 'user'],
  [/\bnamespace "([^"]{1,256})"/g, 'ns'],
  [/"([^"]{1,256})" (?:is forbidden|not found|already exists)/g, 'app'],
  [/\/(?:home|Users)\/([\w.-]{1,64})/g, 'user'],
  [/\bA[A-Z]{3}[A-Z0-9]{12,32}:([\w.-]{1,64})/g, 'user'],
  [/\bassumed-role\/([\w+=,.@-]{1,64}\/[\w+=,.@-]{1,64})/g, 'user'],
  [/\brole\/([\w+=,.@/-]{1,512})/g, 'role'],
  [/\bsystem:serviceaccount:([\w.-]{1,253}:[\w.-]{1,253})/g, 'app'],
];

/** Nouns before the name in a gap: `node group blue`, `inline policies of role nodes`, `Deployment shop/cart`. */
const gapNouns: ReadonlySet<string> = new Set(
  `group add-on role profile entry queue rule update list policy insight Deployment DaemonSet StatefulSet CronJob Job Pod
   ServiceAccount ConfigMap Secret release of`.split(/\s+/),
);

/** The last word of a gap, if it is a name: undefined for `the Deployments`, `the DaemonSet of the VPC CNI`. */
function gapName(text: string): string | undefined {
  const words = text.split(' ');
  const last = words.at(-1);
  return gapNouns.has(words.at(-2) ?? '') ? last : undefined;
}

/** The names that the wording of a sentence reveals. */
export function namesInSentence(sentence: string, mark: Mark): NameInSentence[] {
  if (mark.is !== 'prose') return [];
  const text = decodePercent(sentence);
  const names = namePatterns.flatMap(([pattern, kind]) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ kind, name })),
  );
  const last = mark.gap ? gapName(text) : undefined;
  return last === undefined ? names : [...names, { kind: 'group', name: last }];
}

/** Percent-encoded bytes of a URL, encoded once or more often: `%3A`, `%253A`. */
const escapes = /(?:%(?:25)*[0-9A-Fa-f]{2})+/g;

/**
 * Decodes percent-encoding (RFC 3986, 2.1), so that names are found as in plain text: `arn%3Aaws%3Aiam` becomes
 * `arn:aws:iam`. Control characters become spaces; bytes that are invalid UTF-8 become U+FFFD.
 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replaceAll(escapes, (run) => {
    const bytes = run.split('%').flatMap((part) => (part === '' ? [] : [part.slice(-2)]));
    return Buffer.from(bytes.join(''), 'hex').toString('utf8').replaceAll(/\p{C}/gu, ' ');
  });
}
