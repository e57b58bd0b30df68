type KubeObject = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

/** Fields that the API server can select by, if the kind has them. */
const FIELDS: ReadonlySet<string> = new Set([
  'metadata.name',
  'metadata.namespace',
  'spec.nodeName',
  'status.phase',
  'type',
]);

/**
 * Parses a label selector: `a=b`, `a==b`, `a!=b`, `a`, `!a`, `a in (b,c)`, `a notin (b,c)`, joined by commas.
 * @returns undefined if the selector is invalid
 */
export function labelSelector(text: string): ((object: KubeObject) => boolean) | undefined {
  const terms = splitTerms(text).map(labelTerm);
  if (terms.some((term) => term === undefined)) return undefined;
  return (object) => terms.every((term) => term?.(labelsOf(object)) === true);
}

/**
 * Parses a field selector: `a=b`, `a==b`, `a!=b`, joined by commas. A backslash before a comma, an equals sign or a
 * backslash makes it part of the value.
 * @returns the unsupported field, if there is one
 */
export function fieldSelector(text: string): ((object: KubeObject) => boolean) | { unsupported: string } {
  const terms: ((object: KubeObject) => boolean)[] = [];
  for (const part of text.match(/(?:\\.|[^\\,])+/g) ?? []) {
    const [, field = part, operator, value = ''] = /^([^!=]+)(==|!=|=)(.*)$/.exec(part) ?? [];
    if (!FIELDS.has(field) || operator === undefined) return { unsupported: field };
    terms.push((object) => (resolveField(object, field) === value.replaceAll(/\\(.)/g, '$1')) === (operator !== '!='));
  }
  return (object) => terms.every((term) => term(object));
}

/** Splits at commas outside parentheses. */
function splitTerms(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((term) => term.trim())
    .filter((term) => term !== '');
}

function labelTerm(term: string): ((labels: Labels) => boolean) | undefined {
  const set = /^(\S+)\s+(in|notin)\s+\((.*)\)$/.exec(term);
  if (set !== null) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    if (operator === 'in') return (labels) => values.includes(labels[key] ?? '') && key in labels;
    return (labels) => !(key in labels) || !values.includes(labels[key] ?? '');
  }
  const equal = /^([^\s!=]+)\s*(==|!=|=)\s*([^\s!=]*)$/.exec(term);
  if (equal !== null) {
    const [, key = '', operator, value] = equal;
    return (labels) => (labels[key] === value) === (operator !== '!=');
  }
  if (/^![^\s!=]+$/.test(term)) return (labels) => !(term.slice(1) in labels);
  return /^[^\s!=()]+$/.test(term) ? (labels) => term in labels : undefined;
}

function labelsOf(object: KubeObject): Labels {
  const metadata = object['metadata'] as { labels?: Labels } | undefined;
  return metadata?.labels ?? {};
}

function resolveField(object: KubeObject, field: string): string {
  let value: unknown = object;
  for (const key of field.split('.'))
    value = typeof value === 'object' && value !== null ? (value as KubeObject)[key] : undefined;
  return typeof value === 'string' ? value : '';
}
