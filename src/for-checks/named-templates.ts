import type { Facts } from '../facts/facts.ts';
import type { LaunchTemplate } from '../facts/launch-templates.ts';

/** A launch template and its version, as a group refers to it. */
export type NamedTemplate = Pick<LaunchTemplate, 'template' | 'version'>;

/** Undefined if it was not read. */
export function findTemplate(
  { template, version }: NamedTemplate,
  templates: Facts['launchTemplates'],
): LaunchTemplate | undefined {
  return templates.find((one) => one.template === template && one.version === version);
}

/** The launch templates of a self-managed group. Without a version, Auto Scaling uses the default one. */
export function listNamedTemplates({ launches = [] }: Facts['autoScalingGroups'][number]): NamedTemplate[] {
  return launches.flatMap(({ template, version }) =>
    template === null ? [] : [{ template, version: version ?? '$Default' }],
  );
}
