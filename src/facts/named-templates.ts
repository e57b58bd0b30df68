import type { Facts } from './facts.ts';
import type { LaunchTemplate } from './launch-templates.ts';

/** A launch template and its version, as a group refers to it. */
export type NamedTemplate = Pick<LaunchTemplate, 'template' | 'version'>;

/** The launch templates of a self-managed group. Without a version, Auto Scaling uses the default one. */
export function toNamedTemplates({
  launches = [],
}: Pick<Facts['autoScalingGroups'][number], 'launches'>): NamedTemplate[] {
  const named = launches.flatMap(({ template, version }) =>
    template === null ? [] : [{ template, version: version ?? '$Default' }],
  );
  return [...new Map(named.map((one) => [templateKey(one), one])).values()];
}

export function templateKey({ template, version }: NamedTemplate): string {
  return `${template}, version ${version}`;
}

/** Undefined if it was not read. */
export function findTemplate(named: NamedTemplate, templates: Facts['launchTemplates']): LaunchTemplate | undefined {
  return templates.find((one) => templateKey(one) === templateKey(named));
}
