import type { KarpenterController } from '../facts/karpenter.ts';
import { listSettingPlaces, resolveSettingValue, type SettingRows } from './settings.ts';

/** Roles through which a controller gets permissions; each is assumed with the credentials of the one before. */
export interface RoleChain {
  /** In order, as configured: each should be an ARN, but may be any string. */
  named: readonly string[];
  /**
   * The last role, whose permissions count; null if the controller has none, or if its identity is unknown; undefined
   * if a setting makes it uncertain.
   */
  acting: string | null | undefined;
}

/**
 * The roles of a controller in a version of Karpenter: the role of IRSA or EKS Pod Identity, the target role of EKS Pod
 * Identity, and (before 1.0) the role in a setting. All AWS clients of the controller, including SQS, use the
 * credentials of the last role, so the permissions and accounts of earlier roles do not matter.
 * Source: NewOperator in pkg/operator/operator.go of aws/karpenter-provider-aws v0.37.0; v1.0.0 no longer has the
 * setting.
 * @param version null if unknown: then a setting that only some versions read makes the last role unknown
 */
export function roleChain(controller: KarpenterController, version: string | null, rows: SettingRows): RoleChain {
  const { roleArn, targetRoleArn } = controller.identity;
  const own = [roleArn, targetRoleArn].filter((role) => role !== null);
  const assumed = assumedRole(controller, version, rows);
  if (assumed === undefined) return { named: own, acting: undefined };
  const named = assumed === null ? own : [...own, assumed];
  return { named, acting: named.at(-1) ?? null };
}

/** All roles that a controller may have at any version, including those in settings that it ignores. */
export function listPossibleRoles(controller: KarpenterController, rows: SettingRows): string[] {
  const { roleArn, targetRoleArn, next } = controller.identity;
  const set = listSettingPlaces(setting, rows).map((place) => controller.settings[place] ?? null);
  const ofNewPods = next === undefined ? [] : [next.roleArn, next.targetRoleArn];
  return [roleArn, targetRoleArn, ...ofNewPods, ...set].filter((role) => role !== null);
}

/**
 * Whether a string is the ARN of a role; any other string provides no credentials.
 * Source: RoleName and Path of CreateRole in the IAM API reference.
 */
export function isRoleArn(text: string): boolean {
  return /^arn:[\w-]+:iam::\d{12}:role\/(?:[!-~]{1,510}\/)?[\w+=,.@-]{1,64}$/.test(text);
}

const setting = 'ASSUME_ROLE_ARN';

/** The additional role from the settings; null: none; undefined: not read, or the version may ignore the setting. */
function assumedRole(
  controller: KarpenterController,
  version: string | null,
  rows: SettingRows,
): string | null | undefined {
  if (version !== null) return resolveSettingValue(controller, setting, version, rows);
  const { settings, settingsUnread } = controller;
  const isThere = (place: string) => (settings[place] ?? '') !== '' || settingsUnread.includes(place);
  return listSettingPlaces(setting, rows).some(isThere) ? undefined : null;
}
