import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Evidence, Finding, Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { forCount, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import type { Minor } from '../../../src/syntax/versions.ts';

type ParsedCorefile = Extract<Facts['coredns'][number]['corefile'], { state: 'parsed' }>;
/** A line of a Corefile: a plugin with its options, or an option. */
export type Directive = ParsedCorefile['blocks'][number]['directives'][number];

/** The lines with an option of a plugin; each source line once, as a snippet may be imported several times. */
export function optionLines({ blocks }: ParsedCorefile, plugin: string, option: string): Directive[] {
  const options = blocks
    .flatMap(({ directives }) => directives)
    .filter(({ name }) => name === plugin)
    .flatMap(({ block }) => block);
  return writtenOnce(options.filter(({ name }) => name === option));
}

type Blocks = ParsedCorefile['blocks'];

/** An address of a server block, such as `.:53`: no plugin has a dot or a colon in its name. */
const address = /[.:]/;

/**
 * A line before the first server block makes CoreDNS read that line as the key of a block without braces, and the server
 * block that follows as its plugin. Returns the server blocks as they are meant, and the lines outside of them.
 */
export function separateOutsideLines(blocks: Blocks): { blocks: Blocks; outside: readonly Directive[] } {
  const outside: Directive[] = [];
  const meant = blocks.flatMap((block) => {
    const { keys, line, directives } = block;
    const isServer = ({ name, block: inner }: Directive): boolean => address.test(name) && inner.length > 0;
    const first = directives.findIndex(isServer);
    if (first < 0) return [block];
    outside.push({ name: keys[0] ?? '', args: keys.slice(1), line, block: [] }, ...directives.slice(0, first));
    const servers = directives
      .filter(isServer)
      .map((one) => ({ keys: [one.name], line: one.line, directives: one.block }));
    const rest = directives.slice(first).filter((one) => !isServer(one));
    return rest.length === 0 ? servers : [...servers, { keys, line, directives: rest }];
  });
  return { blocks: meant, outside };
}

/** Each source line once, sorted by line number. */
export function writtenOnce(directives: readonly Directive[]): Directive[] {
  const byPlace = new Map(directives.map((each) => [`${formatFileKey(each)} ${each.line}`, each]));
  return [...byPlace.values()].sort((a, b) => a.line - b.line);
}

function formatFileKey({ file }: Directive): string {
  return file === undefined ? '' : `${file.configMap}/${file.key}`;
}

/** Directives in the same file. */
export interface FileLines {
  /** The ConfigMap that holds the file. */
  resource: Resource & { namespace: string };
  /** The key in the ConfigMap: `Corefile`. */
  file: string;
  lines: readonly [Directive, ...Directive[]];
}

/** Groups lines by the file that contains them: the Corefile, or a file that it imports. */
export function byFile(resource: Resource & { namespace: string }, lines: readonly Directive[]): FileLines[] {
  return [...grouped(lines, formatFileKey).values()].map((own) => {
    const { file } = own[0];
    if (file === undefined) return { resource, file: 'Corefile', lines: own };
    return { resource: { ...resource, name: file.configMap }, file: file.key, lines: own };
  });
}

/** `line 9`, `lines 3, 9 and 12`. */
export function linesText(lines: readonly number[]): string {
  return `${forCount(lines.length, 'line', 'lines')} ${formatList(lines.map(String), Infinity)}`;
}

/** Lines as text: `lines 3, 9 and 12`. */
export function whereWritten(directives: readonly Directive[]): string {
  return linesText(directives.map(({ line }) => line));
}

/**
 * What to delete or replace, and where: `line 9 of the Corefile (counted from its first line)`. The line that opens a block
 * goes only with its whole block.
 */
export function namedLines(file: string, lines: readonly Directive[]): Advice {
  const opening = lines.filter(({ block }) => block.length > 0);
  const where = file === 'Corefile' ? 'the Corefile' : `the imported file ${file}`;
  const whole =
    opening.length === 0
      ? advice``
      : advice`; ${whereWritten(opening)} ${forCount(opening.length, 'opens a block', 'open blocks')}: up to and with the closing brace`;
  return advice`${whereWritten(lines)} of ${where} (counted from its first line${whole})`;
}

/** Evidence for each line: its file, number and directive. */
export function directiveEvidence(lines: readonly Directive[]): Evidence[] {
  return lines.map(({ name, line, importedAt, file }) => ({
    observed: `${file?.key ?? 'Corefile'} line ${line}${importedAt === undefined ? '' : ` (imported at line ${importedAt})`}: ${name}`,
    required: 'no such line',
  }));
}

/**
 * Whether CoreDNS rejects a line, at which version of the path, and why; `unknown`: a CoreDNS of unknown version, or
 * what else is unknown.
 */
export type LineVerdict =
  | { level: 'fail' | 'warn'; at?: Minor; since?: Minor; by: string }
  | { level: 'unknown'; image: string; why?: string };

const worst: readonly LineVerdict['level'][] = ['fail', 'unknown', 'warn'];

/** The worst verdict: several copies may mount one Corefile. */
export function findWorstVerdict(verdicts: readonly LineVerdict[]): LineVerdict | undefined {
  return verdicts.toSorted((a, b) => worst.indexOf(a.level) - worst.indexOf(b.level))[0];
}

/** The finding for lines that CoreDNS rejects, or may reject. */
export function refusalFinding(verdict: LineVerdict, what: string, about: Omit<Finding, 'level' | 'message'>): Finding {
  if (verdict.level === 'unknown') {
    if (verdict.why !== undefined) return { ...about, level: 'unknown', message: `${what}: ${verdict.why}` };
    const rule = ['version-not-readable', ...(about.rule === undefined ? [] : [about.rule])].join(':');
    const message = `${what}; unknown whether CoreDNS rejects it: cannot read its version from image ${verdict.image}`;
    const { short: _, ...rest } = about;
    return { ...rest, level: 'unknown', rule, message };
  }
  const { by, ...when } = verdict;
  return { ...about, ...when, message: `${what}: ${by}` };
}
