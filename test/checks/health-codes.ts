/** A health issue code as the API and the user guide spell it: `KmsKeyDisabled`, `KMS_KEY_DISABLED`. */
export function listSpellings(code: string): string[] {
  const guides = code.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
  return [...new Set([code, guides, guides.toLowerCase(), code.toUpperCase()])];
}

/** The rule of its finding, for every check and every spelling. */
export function formatRule(code: string): string {
  return `issue:${code.replaceAll('_', '').toLowerCase()}`;
}
