/** One `key, key { ... }` block, except snippet definitions. Plain JSON. */
export interface ServerBlock {
  /** As written, without the separating commas: `.:53`, `dns://example.org`, `{$ZONE}`. */
  readonly keys: readonly string[];
  readonly line: number;
  readonly directives: readonly Directive[];
}

/** A plugin (directly in a server block) or an option of one (inside its braces, at any depth). Plain JSON. */
export interface Directive {
  readonly name: string;
  readonly args: readonly string[];
  /** The line where it is written; for an expanded directive, the line in its snippet or imported file. */
  readonly line: number;
  /** For an expanded directive: the line of the outermost `import`. */
  readonly importedAt?: number;
  /** For a directive of an imported file: that file, to which `line` belongs. */
  readonly file?: string;
  readonly block: readonly Directive[];
}

/** All plugins and options with this name, at any depth, in the order of the tree. */
export function directivesNamed(blocks: readonly ServerBlock[], name: string): readonly Directive[] {
  const named = (directives: readonly Directive[]): Directive[] =>
    directives.flatMap((each) => [...(each.name === name ? [each] : []), ...named(each.block)]);
  return blocks.flatMap(({ directives }) => named(directives));
}
