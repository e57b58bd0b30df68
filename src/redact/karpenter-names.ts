import { publicDomainSuffixes } from './public.ts';
import { addLabel, addWords, type Add } from './name-parts.ts';

/** Names in what Karpenter's objects, their selectors and IAM policies say: maps with keys of one's own, requirements, taints, terms. */

/** A key of a label, taint or tag stays where it is everybody's: `karpenter.sh/discovery`, `eks:eks-cluster-name`; that of a cluster holds its name. */
export function addKey(key: string, add: Add): void {
  const cluster = /^kubernetes\.io\/cluster\/(.+)$/.exec(key)?.[1];
  if (cluster !== undefined) addWords('cluster', cluster, add);
  else if (/^(?:aws|eks|kubernetes)[:-]/.test(key) || (key.includes('/') && isPublicDomain(key.split('/')[0] ?? '')))
    return;
  else if (key.includes('/')) addLabel(key, add);
  else addWords('label', key, add);
}

function isPublicDomain(domain: string): boolean {
  return [...publicDomainSuffixes, 'amazonaws.com'].some((known) => domain === known || domain.endsWith(`.${known}`));
}

/**
 * Keys and values of a map of one's own: tags, selectors. A value may be a list or a pattern, which it stays: word by word.
 */
export function addMap(map: object, add: Add): void {
  for (const [key, text] of Object.entries(map) as [string, unknown][]) {
    // A fact may have the name of such a map.
    if (typeof text !== 'string') continue;
    addKey(key, add);
    addWords('label', text, add);
  }
}

/** What is a name because of the fields that stand beside it. */
export function addKarpenterObject(record: Readonly<Record<string, unknown>>, add: Add): void {
  const { key, values, value, text, name, ssmParameter } = record;
  if (typeof key === 'string' && ('operator' in record || 'effect' in record)) {
    addKey(key, add);
    for (const one of [values ?? value].flat()) addText(one, add);
  }
  if ('found' in record) addText(text, add);
  if ('ssmParameter' in record) {
    addText(name, add);
    if (!String(ssmParameter).startsWith('/aws/service/')) addText(ssmParameter, add);
  }
  if ('releaseNamespace' in record) addOwner(record, add);
  if ('Statement' in record) addText(record['Id'], add);
}

function addText(text: unknown, add: Add): void {
  if (typeof text === 'string') addWords('label', text, add);
}

/** Who installed a CRD; the tools that the collector knows stay. */
function addOwner({ release, releaseNamespace, managedBy }: Readonly<Record<string, unknown>>, add: Add): void {
  add('app', release);
  add('ns', releaseNamespace);
  if (managedBy !== 'Argo CD' && managedBy !== 'Flux') addText(managedBy, add);
}

/** What is a name because of the field that it stands in. */
export function addKarpenterField(field: string, value: unknown, add: Add): void {
  if (field === 'limits' && isMap(value)) for (const key of Object.keys(value)) addKey(key, add);
  if (field === 'username' && typeof value === 'string') addWords('user', value.replaceAll(/\{\{\w+\}\}/g, ' '), add);
  if (field === 'Condition' && isMap(value)) for (const keys of Object.values(value)) addConditions(keys, add);
}

/** Condition keys that name tags of one's own or people: `aws:ResourceTag/team`. Others have the words of AWS as values. */
function addConditions(conditions: unknown, add: Add): void {
  if (!isMap(conditions)) return;
  for (const [key, values] of Object.entries(conditions)) {
    const tag = /^[\w-]+:\w*Tag\/(.+)$/i.exec(key)?.[1];
    if (tag !== undefined) addKey(tag, add);
    const isTagKeys = /:TagKeys$/i.test(key);
    for (const text of [values].flat()) {
      if (typeof text !== 'string') continue;
      if (isTagKeys) addKey(text, add);
      else if (tag !== undefined || /:(?:Principal\w*Org\w*|Resource\w*Org\w*|ExternalId|user(?:id|name))$/i.test(key))
        addText(text, add);
    }
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
