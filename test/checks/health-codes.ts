/** A code of a health issue as the API and as the user guide write it: `KmsKeyDisabled`, `KMS_KEY_DISABLED`. */
export function spellingsOf(code: string): string[] {
  const guides = code.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
  return [...new Set([code, guides, guides.toLowerCase(), code.toUpperCase()])];
}

/** The rule of its finding, whoever reports it and however it is spelled. */
export function ruleOf(code: string): string {
  return `issue:${code.replaceAll('_', '').toLowerCase()}`;
}
