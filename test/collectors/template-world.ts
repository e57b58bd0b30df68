/** Self-managed Auto Scaling groups and their launch template `lt-0a`, as AWS returns them. */

const Tags = [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true }];

export function ownGroup(AutoScalingGroupName: string, more: Record<string, unknown>): Record<string, unknown> {
  return { AutoScalingGroupName, MinSize: 0, MaxSize: 3, DesiredCapacity: 0, Tags, ...more };
}

/** What a group launches: a version of `lt-0a`, or the default one. */
export function launches(Version?: string): Record<string, unknown> {
  return { LaunchTemplate: { LaunchTemplateId: 'lt-0a', LaunchTemplateName: 'workers', Version } };
}

export function templateVersion(
  VersionNumber: number,
  LaunchTemplateData: Record<string, unknown>,
  DefaultVersion = false,
): Record<string, unknown> {
  const template = { LaunchTemplateId: 'lt-0a', LaunchTemplateName: 'workers' };
  return { ...template, VersionNumber, DefaultVersion, LaunchTemplateData };
}
