const hidden = '***';

/** Keys of AWS, tokens, and what follows a word for a secret. */
const patterns: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${hidden}@`],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{8,}\b/g, hidden],
  [/\beyJ[\w-]+(?:\.[\w-]+)*/g, hidden],
  [
    /((?:access|secret|session|api|private)[ _-]?(?:key|token)(?:[ _-]?id)?|secret|password|passwd|passphrase|token|bearer|authorization)(["']?\s*[=:]\s*(?:bearer\s+|basic\s+)?|\s+(?:is|bearer)\s+)["']?[^\s"',;]+/gi,
    `$1$2${hidden}`,
  ],
  [/(?<![\w/+.-])(?=[\w/+=-]*\d)(?=[\w/+=-]*[A-Za-z])[\w/+=-]{32,}/g, hidden],
];

/** Replaces what looks like a secret in a text of another program: keys, tokens, passwords, long random words. */
export function hideSecrets(text: string): string {
  return patterns.reduce((shown, [pattern, by]) => shown.replaceAll(pattern, by), text);
}
