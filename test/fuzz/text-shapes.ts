/** Texts that are expensive for a careless parser; each is built in any length. */
export type Shapes = Readonly<Record<string, (length: number) => string>>;

/** A text of exactly this length, of a repeated piece. */
export function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

/** A text of about this length, of pieces that are numbered. */
export function numbered(length: number, piece: (at: number) => string): string {
  const pieces: string[] = [];
  for (let size = 0; size < length; size += pieces.at(-1)?.length ?? length) pieces.push(piece(pieces.length));
  return pieces.join('');
}

/** YAML, which is read by a package. */
export const yamlShapes: Shapes = {
  'flat keys': (length) => numbered(length, (at) => `k${at}: 1\n`),
  'keys in braces': (length) => `{${numbered(length, (at) => `k${at}: 1, `)}}`,
  'a list': (length) => fill('- a\n', length),
  'a list in brackets': (length) => `[${fill('a,', length)}]`,
  'commas in brackets': (length) => `[${fill(',', length)}]`,
  'anchors and aliases': (length) => numbered(length, (at) => `- &a${at} x\n- *a${at}\n`),
  'aliases of one anchor': (length) => `- &a x\n${fill('- *a\n', length)}`,
  merges: (length) =>
    `a: &a {${numbered(length / 2, (at) => `k${at}: 1, `)}}\n${numbered(length / 2, (at) => `m${at}: {<<: *a}\n`)}`,
  'a merge of many': (length) => `a: &a {x: 1}\nb:\n  <<: [${fill('*a,', length)}]\n`,
  'errors in lines': (length) => fill('a: b: c\n', length),
  'quotation marks': (length) => fill('"', length),
  apostrophes: (length) => fill("'", length),
  colons: (length) => fill(': ', length),
  'question marks': (length) => fill('? a\n', length),
  anchors: (length) => fill('&a ', length),
  tags: (length) => numbered(length, (at) => `- !t${at} x\n`),
  comments: (length) => `${fill('# c\n', length)}a: 1\n`,
  'lines of a block': (length) => `a: |\n${fill(' x\n', length)}`,
  'folded lines': (length) => `a: >\n${fill(' x\n\n\n', length)}`,
  'lines of a plain text': (length) => `a: x\n${fill('  x\n', length)}`,
  'lines in quotation marks': (length) => `a: "${fill('x\n  ', length)}"`,
  escapes: (length) => `a: "${fill('\\u0041', length)}"`,
  'wrong escapes': (length) => `a: "${fill('\\q', length)}"`,
  spaces: (length) => `a:${fill(' ', length)}b`,
  documents: (length) => fill('---\na\n', length),
  'a number': (length) => `a: ${fill('1', length)}`,
  'a time': (length) => `a: 1${fill(':00', length)}x`,
  'lists as keys': (length) => `{${fill('[a]: 1,', length)}}`,
  'steps of indentation': (length) => numbered(length, (at) => `${' '.repeat(at % 30)}a${at}:\n`),
  'open brackets': (length) => fill('[', length),
  'open braces': (length) => fill('{a: ', length),
  indicators: (length) => fill('- ', length),
  'rows of indicators': (length) => fill(`${'- '.repeat(19)}\n`, length),
  'deep keys': (length) => numbered(length, (at) => `${' '.repeat(at)}a:\n`),
};

/** User data: shell, cloud-config, NodeConfig, TOML, MIME. */
export const userDataShapes: Shapes = {
  'quotation marks': (length) => fill('"', length),
  'open quotes': (length) => `#!/bin/bash\n${fill(`--kubelet-extra-args "'`, length)}`,
  'escaped quotes': (length) => `#!/bin/bash\n${fill('\\"KUBELET_EXTRA_ARGS=', length)}`,
  'hashes in one line': (length) => `#!/bin/bash\n${fill(' #', length)}'`,
  'blank lines': (length) => `x\n${fill('\n', length)}x`,
  spaces: (length) => `x${fill(' ', length)}x`,
  'header fields': (length) => `Content-Type: ${fill(' ', length)}x\n`,
  'folded header': (length) => `Content-Type: multipart/mixed;\n${fill(' x\n', length)}`,
  parts: (length) => `Content-Type: multipart/mixed; boundary="B"\n\n${fill('--B\n\nx\n', length)}`,
  'variables that name one another': (length) =>
    `#!/bin/bash\n${fill('A="$A $B $A $B"\nB="$B $A $B $A"\n', length)}X --kubelet-extra-args "$A"\n`,
  'a chain of variables': (length) =>
    `#!/bin/bash\n${Array.from({ length: length / 12 }, (_, at) => `V${at}=$V${at + 1}\n`).join('')}X --kubelet-extra-args "$V0"\n`,
  'brackets of YAML': (length) => `#cloud-config\n${fill('[', length)}`,
  'braces of YAML': (length) => `#cloud-config\n${fill('{a: ', length)}`,
  'rows of indicators of YAML': (length) =>
    `#cloud-config\n${Array.from({ length: Math.sqrt(length / 19) }, (_, at) => `${' '.repeat(38 * at)}${'- '.repeat(19)}\n`).join('')}`,
  'indicators of YAML': (length) => `#cloud-config\n${fill('- ', length)}`,
  'documents of YAML': (length) => `apiVersion: node.eks.aws/v1alpha1\n${fill('---\na: 1\n', length)}`,
  'keys of YAML': (length) => `#cloud-config\n${numbered(length, (at) => `k${at}: 1\n`)}`,
  'quotation marks of YAML': (length) => `#cloud-config\n${fill('"', length)}`,
  'deep YAML': (length) =>
    `#cloud-config\n${Array.from({ length: Math.sqrt(length) }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')}`,
  'aliases of YAML': () =>
    `#cloud-config\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghi', (name, at) => `${name}: &${name} [${fill(`*${'abcdefgh'[at]},`, 27)}*${'abcdefgh'[at]}]\n`).join('')}`,
  'lines that continue': (length) => `#!/bin/bash\n--kubelet-extra-args ${fill('\\\n', length)}`,
  'kernel parameters': (length) => `#!/bin/bash\n${fill('systemd.unified_cgroup_hierarchy =   ', length)}`,
  'flags without an end': (length) => `#!/bin/bash\n--kubelet-extra-args --${fill('a-', length)}`,
  'tables of TOML': (length) => fill('[', length),
};

/** Corefiles. */
export const corefileShapes: Shapes = {
  'server blocks': (length) => numbered(length, (at) => `zone${at}. {\n  errors\n}\n`),
  'lines of a block': (length) => `. {\n${fill('  errors\n', length)}}\n`,
  'open braces': (length) => fill('. {\n', length),
  'nested blocks': (length) => `. {\n${fill('a {\n', length)}`,
  'closing braces': (length) => fill('}\n', length),
  'quotation marks': (length) => fill('"', length),
  'open quotes': (length) => `. {\n${fill('a "b\n', length)}`,
  'arguments of one line': (length) => `. {\n  forward ${fill('. ', length)}\n}\n`,
  snippets: (length) => `${numbered(length, (at) => `(s${at}) {\n  errors\n}\n`)}. {\n  import s1\n}\n`,
  'imports of one snippet': (length) => `(s) {\n  errors\n}\n. {\n${fill('  import s\n', length)}}\n`,
  'snippets that import one another': (length) =>
    `${numbered(length, (at) => `(s${at}) {\n  import s${at + 1}\n  import s${at + 1}\n}\n`)}. {\n  import s0\n}\n`,
  variables: (length) => fill('{$A}', length),
  comments: (length) => fill('# c\n', length),
  'lines that continue': (length) => `. {\n  a ${fill('\\\n', length)}}\n`,
};

const managed = '"managedFields":[';

/** Lists of the Kubernetes API in JSON; most are not valid. */
export const listShapes: Shapes = {
  'items without fields': (length) => `{"items":[${fill('{},', length)}{}]}`,
  'managed fields of each item': (length) => `{"items":[${fill(`{"metadata":{${managed}]}},`, length)}{}]}`,
  'managed fields without an end': (length) => fill(managed, length),
  'managed fields in one another': (length) => `{"items":[{${fill(managed, length)}`,
  'managed fields elsewhere': (length) => `{"items":[${fill(`{"spec":{${managed}1]}},`, length)}{}]}`,
  'keys items': (length) => `{${fill('"items":[],', length)}"a":1}`,
  'members before items': (length) => `{${numbered(length, (at) => `"k${at}":1,`)}"items":[]}`,
  'open brackets': (length) => `{"items":${fill('[', length)}`,
  'quotation marks': (length) => `{"items":[${fill('"', length)}`,
  backslashes: (length) => `{"items":["${fill('\\', length)}`,
  'a long text': (length) => `{"items":["${fill('a', length)}"]}`,
};
