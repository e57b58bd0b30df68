import { isMap, parseDocument, type YAMLMap } from 'yaml';

const documents = 'https://github.com/eks-preflight/eks-preflight/blob/main';

/** The Markdown table of the chart's values for its README: each value with its default and its comment. */
export function valuesTable(valuesYaml: string): string {
  const { contents } = parseDocument(valuesYaml);
  if (!isMap(contents)) throw new Error('values.yaml does not contain a map');
  return ['| value | default | meaning |', '| --- | --- | --- |', ...toRows(contents, '')].join('\n');
}

/** A row for each key; a map whose first key has a comment is a group of values. Throws if a value has no comment. */
function toRows(map: YAMLMap, prefix: string): string[] {
  return map.items.flatMap(({ key, value }, index) => {
    const name = `${prefix}${String(key)}`;
    if (isMap(value) && typeof value.commentBefore === 'string') return toRows(value, `${name}.`);
    // The parser stores the comment of the first key with the map.
    const comment = Object(key)['commentBefore'] ?? (index === 0 ? map.commentBefore : undefined);
    if (typeof comment !== 'string') throw new Error(`values.yaml: ${name} has no comment`);
    return [`| \`${name}\` | \`${JSON.stringify(value)}\` | ${toCell(comment)} |`];
  });
}

/** A comment as the text of a cell, with links to the documentation. */
function toCell(comment: string): string {
  const text = comment.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  return text.replaceAll(/docs\/[a-z-]+\.md/g, (page) => `[${page}](${documents}/${page})`);
}
