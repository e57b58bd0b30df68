/** The spellings of a health issue code in the API and the user guide: `KmsKeyDisabled`, `KMS_KEY_DISABLED`. */
export function listSpellings(code: string): string[] {
  const guides = code.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
  return [...new Set([code, guides, guides.toLowerCase(), code.toUpperCase()])];
}

/** The rule of the finding, which is the same for every check and spelling. */
export function formatRule(code: string): string {
  return `issue:${code.replaceAll('_', '').toLowerCase()}`;
}
