import type { Facts } from '../../../src/facts/facts.ts';
import type { BootSettings, LaunchTemplate, TemplateVersion } from '../../../src/facts/launch-templates.ts';

/** User data that passes nothing and chooses nothing. */
export function aBoot(more: Partial<BootSettings> = {}): BootSettings {
  return { kubeletFlags: [], flagsIn: [], cgroupV1: null, failCgroupV1: null, unread: false, ...more };
}

/** User data of `bootstrap.sh` with these flags of the kubelet. */
export function aBootWith(...kubeletFlags: readonly string[]): BootSettings {
  return aBoot({ kubeletFlags: [...kubeletFlags], flagsIn: ['--kubelet-extra-args'] });
}

/** Version 2 of a launch template that sets nothing else. */
export function aVersion(more: Partial<TemplateVersion> = {}): TemplateVersion {
  const empty = { imageId: null, instanceType: null, instanceProfile: null, hopLimit: null, boot: null };
  return { number: 2, default: 2, latest: 3, ...empty, ...more };
}

/** Version 2 of the launch template `lt-0a` with this user data, or another template. */
export function aLaunchTemplate(boot: BootSettings | null, more: Partial<LaunchTemplate> = {}): LaunchTemplate {
  return { template: 'lt-0a', version: '2', found: aVersion({ boot }), ...more };
}

/** The launch template that {@link aLaunchTemplate} describes, as a node group refers to it. */
export const ofTemplate = { launchTemplate: true, template: { template: 'lt-0a', version: '2' } };

/** A self-managed Auto Scaling group with the instance `i-0a` that launches from `lt-0a`. */
export function aScalingGroup(
  name: string,
  more: Partial<Facts['autoScalingGroups'][number]> = {},
): Facts['autoScalingGroups'][number] {
  const launches = [{ template: 'lt-0a', version: '2', imageId: null }];
  return { name, nodegroup: null, maxSize: 3, mixedInstances: null, instanceIds: ['i-0a'], launches, ...more };
}
