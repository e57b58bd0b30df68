import type { Directive, ServerBlock } from './tree.ts';

/**
 * Names of options with secrets. In CoreDNS: route53 `aws_access_key`, etcd `credentials`, azure and tsig `secret`,
 * nomad `token` (their setup.go). In external plugins: redis `password`, mysql `dsn`, and pdsql, whose argument is a
 * data source.
 */
const SECRET_NAME = /secret|passw(or)?d|passphrase|token|credential|(api|access|private)_?key|dsn|^pdsql$/i;
/** Options whose names suggest a secret, but whose arguments are paths and profiles, as the plugins' READMEs say. */
const PATH_OPTIONS: ReadonlySet<string> = new Set(['clouddns credentials', 'route53 credentials', 'tsig secrets']);
/** The user part of a URL, and the value after `password=`, `pwd=`, `secret=` or `token=`. */
const SECRET_VALUE = /(\/\/)[^/\s]*(?=@)|((?:passw(?:or)?d|pwd|secret|token)=)[^\s&;]+/gi;

/**
 * Replaces secrets by `***`: all arguments of an option with a suspicious name and of the options inside it, the user
 * part of URLs, and values such as that of `password=...`.
 */
export function maskSecrets(blocks: readonly ServerBlock[]): readonly ServerBlock[] {
  return blocks.map((block) => ({
    ...block,
    directives: block.directives.map((plugin) => masked(plugin, plugin.name, false)),
  }));
}

function masked(directive: Directive, plugin: string, isInsideSecret: boolean): Directive {
  const { name, args, block } = directive;
  const isSecret = isInsideSecret || (SECRET_NAME.test(name) && !PATH_OPTIONS.has(`${plugin} ${name}`));
  return {
    ...directive,
    args: args.map((arg) => (isSecret ? '***' : arg.replace(SECRET_VALUE, '$1$2***'))),
    block: block.map((option) => masked(option, plugin, isSecret)),
  };
}
