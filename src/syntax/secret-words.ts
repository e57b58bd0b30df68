const hidden = '***';

/** Keys of AWS, tokens, and what follows a word for a secret. */
const patterns: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@]{1,300}@/gi, `$1${hidden}@`],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{8,}\b/g, hidden],
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, hidden],
  [
    /((?:access|secret|session|api|private)[ _-]?(?:key|token)(?:[ _-]?id)?|secret|password|passwd|passphrase|token|bearer|authorization)(["']?\s*[=:]\s*(?:bearer\s+|basic\s+)?|\s+(?:is|bearer)\s+)["']?[^\s"',;]+/gi,
    `$1$2${hidden}`,
  ],
];

/** Replaces what looks like a secret in a text of another program: keys, tokens, passwords, long random words. */
export function hideSecrets(text: string): string {
  const shown = patterns.reduce((before, [pattern, by]) => before.replaceAll(pattern, by), text);
  return shown.replaceAll(/[\w/+=-]{32,}/g, (word) => (/\d/.test(word) && /[A-Za-z]/.test(word) ? hidden : word));
}
