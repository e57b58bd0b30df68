import type * as yaml from '../../syntax/yaml.ts';
import { limitWork, textLimit } from '../../sources/limited-work.ts';

/**
 * Reads the ConfigMap aws-auth as the authenticator of the API server does: pkg/mapper/configmap and pkg/config of
 * https://github.com/kubernetes-sigs/aws-iam-authenticator/tree/v0.7.5. It turns the YAML into JSON, decodes what has the
 * right type, drops entries without an ARN, and compares ARNs without regard to case; of several entries with one ARN,
 * the last counts. A role that no entry of `mapRoles` names is looked up in `mapUsers`.
 */

/** An entry: the ARN as it is written, the user name and the groups; empty if they are missing or no texts. */
export interface AuthEntry {
  arn: string;
  username: string;
  groups: string[];
}

type Mapping = Readonly<Record<string, unknown>>;

/** Values that the authenticator takes for an empty list. */
const empty: ReadonlySet<string> = new Set(['', '``', '""', "''"]);

type Parsed =
  | { state: 'read'; entries: AuthEntry[] }
  /** The authenticator refuses it whole. */
  | { state: 'refused'; message: string }
  /** Its own parser may accept what ours does not. */
  | { state: 'unreadable'; message: string };

/** The entry that the authenticator uses for each ARN, in the order of the ConfigMap. */
export async function parseAwsAuth(data: Readonly<Record<string, string>>): Promise<Parsed> {
  const mapRoles = await readList(data['mapRoles']);
  if ('message' in mapRoles) return mapRoles;
  const mapUsers = await readList(data['mapUsers']);
  const entries = new Map(toEntries(mapRoles.list, 'rolearn').map((entry) => [entry.arn.toLowerCase(), entry]));
  // What is wrong with mapUsers does not hide mapRoles.
  const users = 'message' in mapUsers ? [] : toEntries(mapUsers.list, 'userarn');
  for (const user of users.toReversed()) {
    const key = user.arn.toLowerCase();
    if (!entries.has(key)) entries.set(key, user);
  }
  return { state: 'read', entries: [...entries.values()] };
}

/** Errors in lines of a flow collection or of a quoted text that are indented less than the authenticator's parser allows. */
const lenient: ReadonlySet<string> = new Set(['BAD_INDENT', 'MISSING_CHAR']);

const timestamp = 'tag:yaml.org,2002:timestamp';

type Parser = Pick<typeof yaml, 'parseDocuments'>;

type List = { list: unknown[] } | Exclude<Parsed, { state: 'read' }>;

/** The first document, which is the only one that the authenticator reads. Its parser is one of YAML 1.1. */
async function readList(text = ''): Promise<List> {
  if (empty.has(text.trim())) return { list: [] };
  const parser = await import('../../syntax/yaml.ts');
  const read = limitWork(textLimit, () => parseList(parser, text.replaceAll(/\r\n?/g, '\n')));
  return read === 'ended' ? { state: 'unreadable', message: 'mapRoles takes too long to read' } : read.value;
}

function parseList({ parseDocuments }: Parser, text: string): List {
  const documents = parseDocuments(text, {
    version: '1.1',
    stringKeys: true,
    strict: false,
    // A date is a text to the authenticator.
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || tag.tag !== timestamp),
  });
  if (typeof documents === 'string') return { state: 'unreadable', message: `mapRoles ${documents}` };
  const [document] = documents;
  const end = document?.range[2] ?? 0;
  const error = document?.errors.find(({ pos }) => pos[0] <= end);
  const message = 'mapRoles is not valid YAML';
  if (error !== undefined) return { state: lenient.has(error.code) ? 'unreadable' : 'refused', message };
  try {
    const list: unknown = document?.toJS({ maxAliasCount: 100 }) ?? [];
    return Array.isArray(list) ? { list } : { state: 'refused', message: 'mapRoles is not a list of roles' };
  } catch {
    return { state: 'unreadable', message };
  }
}

function toEntries(list: readonly unknown[], key: 'rolearn' | 'userarn'): AuthEntry[] {
  return list.flatMap((item) => {
    const { [key]: arn, username, groups, sso } = foldKeys(item);
    if (typeof arn !== 'string' || arn === '' || (key === 'rolearn' && sso !== undefined)) return [];
    return { arn, username: asText(username), groups: Array.isArray(groups) ? groups.map(asText) : [] };
  });
}

/** Go decodes a key in any case; of several, the last in the order of bytes counts, and a null leaves the others. */
function foldKeys(item: unknown): Mapping {
  if (typeof item !== 'object' || item === null) return {};
  const members = Object.entries(item).filter(([, value]) => value !== null && value !== undefined);
  const ordered = members.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(ordered.map(([key, value]) => [key.toLowerCase(), value as unknown]));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
