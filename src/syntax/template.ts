/**
 * Rejects a call without a template literal: such a function would treat external text as written by its author.
 * @throws TypeError
 */
export function refuseNoTemplate(template: TemplateStringsArray, tag: string): void {
  const isTemplate = Array.isArray(template) && Object.isFrozen(template) && Array.isArray(template.raw);
  if (!isTemplate) throw new TypeError(`${tag} is called like a function: write ${tag}\`...\``);
}
