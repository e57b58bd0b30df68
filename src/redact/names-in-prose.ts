import type { Mark, NameKind } from '../facts/marks.ts';

interface NameInSentence {
  kind: NameKind;
  name: string;
}

/** What a sentence says of a name: who is meant stands behind these words, in quotes or not. */
const tellers: readonly (readonly [RegExp, NameKind])[] = [
  [/\b(?:User|user|group) "([^"]{1,256})"/g, 'user'],
  [/\bnamespace "([^"]{1,256})"/g, 'ns'],
  [/"([^"]{1,256})" (?:is forbidden|not found|already exists)/g, 'app'],
  [/\/(?:home|Users)\/([\w.-]{1,64})/g, 'user'],
  [/\bA[A-Z]{3}[A-Z0-9]{12,32}:([\w.-]{1,64})/g, 'user'],
  [/\bassumed-role\/([\w+=,.@-]{1,64}\/[\w+=,.@-]{1,64})/g, 'user'],
  [/\brole\/([\w+=,.@/-]{1,512})/g, 'role'],
  [/\bsystem:serviceaccount:([\w.-]{1,253}:[\w.-]{1,253})/g, 'app'],
];

/** A gap's last word names what was not read: `node group blue`, `inline policies of role nodes`. */
const ofGap =
  /(?:group|add-on|role|profile|entry|queue|rule|update|list|policy|Deployment|DaemonSet|StatefulSet|ServiceAccount|ConfigMap|release|of) (\S+\/\S+|[^\sA-Z]\S*|\S*\d\S*)$/;

/** The names that a sentence tells to be some. */
export function namesInSentence(text: string, mark: Mark): NameInSentence[] {
  if (mark.is !== 'prose') return [];
  const told = tellers.flatMap(([teller, kind]) => [...text.matchAll(teller)].map(([, name = '']) => ({ kind, name })));
  const last = mark.gap ? ofGap.exec(text)?.[1] : undefined;
  return last === undefined ? told : [...told, { kind: 'group', name: last }];
}
