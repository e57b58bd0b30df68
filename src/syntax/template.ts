/**
 * Rejects a call as a plain function: the tag would then trust external text as if a developer had written it.
 * @throws TypeError
 */
export function refuseNoTemplate(template: TemplateStringsArray, tag: string): void {
  const isTemplate = Array.isArray(template) && Object.isFrozen(template) && Array.isArray(template.raw);
  if (!isTemplate) throw new TypeError(`${tag} is called like a function: write ${tag}\`...\``);
}
