/**
 * The public API as one page: every name that the package exports, with its signature. It changes only with the API, so
 * a diff of it shows every API change.
 */

/** A module of the package. */
interface Module {
  /** The heading: the import specifier or, for a file that is not imported directly, what it holds. */
  title: string;
  file: string;
}

const modules: readonly Module[] = [
  { title: '`eks-preflight`', file: 'schemas/index.d.ts' },
  { title: '`eks-preflight/testing`', file: 'schemas/testing.d.ts' },
  { title: 'Options of programs', file: 'schemas/options.d.ts' },
  { title: 'The report', file: 'schemas/report.d.ts' },
  { title: 'Facts', file: 'schemas/facts.d.ts' },
];

/**
 * Builds `docs/api-report.md`.
 * @param files declaration files by path; a module without one is omitted
 */
export function apiReport(files: Readonly<Record<string, string>>): string {
  const sections = modules.flatMap(({ title, file }) => {
    const text = files[file];
    return text === undefined ? [] : buildSection(title, text);
  });
  return [
    '# The public API',
    '',
    'Every name that the package exports, with its signature. `npm run generate` writes this page. Plug-ins and programs of others',
    'compile against these signatures: each change needs a line in CHANGELOG.md. A change that removes or narrows something, or',
    'requires something new, needs a major version (before 1.0.0: a minor version).',
    '',
    ...sections,
  ].join('\n');
}

function buildSection(title: string, text: string): string[] {
  const { values, types } = exportedNames(text);
  const list = (what: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${what}: ${names.map((name) => `\`${name}\``).join(', ')}.`, ''];
  return [`## ${title}`, '', ...list('Values', values), ...list('Types', types), '```ts', signatures(text), '```', ''];
}

/** The names that a declaration file exports, sorted: run-time values, and types. */
export function exportedNames(text: string): { values: string[]; types: string[] } {
  const named = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, names = '']) => names.split(/,\s*/)).flat();
  return {
    values: named(/^export declare (?:function|const) (\w+)/gm).toSorted(),
    types: [...named(/^export (?:type|interface) (\w+)/gm), ...named(/^export type \{ ([^}]+) \};/gm)].toSorted(),
  };
}

/** The declarations without comments. */
function signatures(text: string): string {
  return text
    .replaceAll(/^ *\/\*\*(?:(?!\*\/)[^])*\*\/\n/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
