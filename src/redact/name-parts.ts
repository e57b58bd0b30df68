import type { NameKind } from './names.ts';
import { publicAccounts } from './public.ts';

/** Told of each name that is found; true where it needs a pseudonym. */
export type Add = (kind: NameKind, name: unknown) => boolean;

/** Registries that hold nothing but public images. */
const publicRegistry =
  /^(?:registry\.k8s\.io|k8s\.gcr\.io|mcr\.microsoft\.com|nvcr\.io|public\.ecr\.aws\/(?:eks|docker|karpenter|aws-[\w-]+))\//;

/** Registries that many share: the name of one's own is in the path, or is an account's. */
const registries =
  /(?:^|\.)(?:k8s\.io|gcr\.io|docker\.io|quay\.io|ghcr\.io|ecr\.aws|microsoft\.com|nvcr\.io|pkg\.dev|amazonaws\.com(?:\.cn)?)$/;

/** Each part of `shop/cart` is a name. */
export function addParts(kind: NameKind, name: unknown, add: Add): void {
  if (typeof name !== 'string' || /[\s:]/.test(name)) return;
  for (const part of name.split('/')) add(kind, part);
}

/** Each word of a text, as redaction takes texts apart: `blue` of `blue-*`. */
export function addWords(kind: NameKind, text: string, add: Add): void {
  for (const [word] of text.matchAll(/[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?/g)) add(kind, word);
}

/** `acme.io/team`: the domain goes, where it is nobody else's, and the word too. */
export function addLabel(label: string, add: Add): void {
  const [last, domain] = label.split('/').reverse();
  add('label', last);
  add('host', domain);
}

export function addRequirement({ key, values }: { key?: unknown; values?: unknown }, add: Add): void {
  addLabel(String(key), add);
  for (const value of [values].flat()) add('label', value);
}

/** A volume, and each folder that is not one of every Linux. */
export function addHostPath({ volume, path }: { volume?: unknown; path?: unknown }, add: Add): void {
  add('app', volume);
  for (const [folder] of String(path).matchAll(/[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?/g)) add('app', folder);
}

/** The object of `/apis/GROUP/VERSION/namespaces/NAMESPACE/RESOURCE/NAME`. */
export function addUri(uri: string, add: Add): void {
  const [, namespace, name] =
    /^\/apis?\/(?:[^/]+\/)?v\d\w*\/(?:namespaces\/([^/]+)\/)?[a-z]+\/([^/]+)$/.exec(uri) ?? [];
  add('ns', namespace);
  add('app', name);
}

/** What of a fact was not read: `node group blue`; not `the EKS add-on vpc-cni`. */
export function addGap(what: unknown, add: Add): void {
  if (typeof what === 'string' && !what.startsWith('the ')) add('group', what.split(' ').at(-1));
}

/** The path of an image in a registry of one's own, or under one's own name in a public one; the tag of one's own, too. */
export function addImage(image: string, add: Add): void {
  if (publicRegistry.test(image) || publicAccounts.has(image.slice(0, 12))) return;
  const [named = ''] = image.split('@');
  const [, path = '', tag] = /^(.*?)(?::([^/:]*))?$/.exec(named) ?? [];
  const [host = '', ...rest] = path.split('/');
  const isHost = rest.length > 0 && /[.:]|^localhost$/.test(host);
  if (isHost && !registries.test(host)) add('host', host.replace(/:\d+$/, ''));
  const own = (isHost ? rest : [host, ...rest]).map((part) => add('image', part));
  if (own.includes(true)) add('label', tag);
}

/** A zone of a Corefile, which may end in a word of one's own: `corp.acme:53`. */
export function addZone(zone: unknown, add: Add): void {
  const name = String(zone)
    .replace(/^\w+:\/\//, '')
    .replace(/\.?(?::\d+)?$/, '');
  if (/[A-Za-z]/.test(name) && !/(?:^|\.)(?:arpa|cluster\.local)$/.test(name)) add('host', name);
}

/** ARNs and messages: the account of `arn:aws:iam::aws:policy/...` is AWS, and its names are public. */
export function addNamesInText(text: string, add: Add): void {
  for (const [, account = '', resource = ''] of text.matchAll(
    /\barn:[\w*-]+:[\w-]*:[\w*-]*:(\d{12}|\w*|\*):([^\s"',;\\]+)/g,
  )) {
    // Names of AWS: of a managed policy, of a public parameter.
    if (account === 'aws' || resource.startsWith('parameter/aws/')) continue;
    const [type = '', ...names] = resource.split(/[/:]/);
    const kind = type === 'cluster' || type === 'nodegroup' ? 'group' : 'role';
    // A queue's or a bucket's ARN ends with its name alone; a pattern is replaced word by word.
    for (const name of names.length === 0 ? [type] : names) {
      add(kind, name);
      addWords(kind, name, add);
    }
  }
  for (const [, name] of text.matchAll(/\bUser "([^"]+)"/g)) add('user', name);
  for (const [, name] of text.matchAll(/\/(?:home|Users)\/([\w.-]*\w)/g)) add('user', name);
  for (const [, session] of text.matchAll(/\bA[A-Z]{3}[A-Z0-9]{12,}:([\w.-]+)/g)) add('user', session);
  for (const [, namespace = '', name = ''] of text.matchAll(/\bsystem:serviceaccount:([\w.*?-]+):([\w.*?-]+)/g)) {
    addWords('ns', namespace, add);
    addWords('app', name, add);
  }
}
