/**
 * Refuses what is not a template literal: a function of texts would take a text from outside for its author's own words.
 * @throws TypeError
 */
export function refuseNoTemplate(template: TemplateStringsArray, tag: string): void {
  const isTemplate = Array.isArray(template) && Object.isFrozen(template) && Array.isArray(template.raw);
  if (!isTemplate) throw new TypeError(`${tag} is called like a function: write ${tag}\`...\``);
}
