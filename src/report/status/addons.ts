import type { Facts } from '../../facts/facts.ts';
import { formatList } from '../../syntax/english.ts';
import type { State, StatusAddon, StatusUpdate } from './schema.ts';
import { valueIn, type Seen } from './seen.ts';
import { currentUpdate, issueTexts, toStatusUpdate } from './updates.ts';

type Addon = Facts['addons'][number];

/** The components whose names differ from those of their add-ons. */
const workloads: Readonly<Record<string, string>> = { 'aws-ebs-csi-driver': 'ebs-csi-controller' };

/** The EKS add-ons with their updates and the pods of their workloads. */
export function statusAddons({ readings }: Seen): StatusAddon[] {
  const updates = valueIn(readings, 'addonUpdates') ?? [];
  const components = valueIn(readings, 'coreComponents') ?? [];
  return (valueIn(readings, 'addons') ?? []).map((addon): StatusAddon => {
    const found = currentUpdate(updates.filter((one) => one.addon === addon.name));
    const update = found === undefined ? null : toStatusUpdate(found);
    const pods = components.find(({ component }) => component === (workloads[addon.name] ?? addon.name))?.pods ?? null;
    const state = resolveState(addon, pods);
    return {
      name: addon.name,
      version: addon.version,
      status: addon.status,
      state,
      text: stateText(addon, update, pods),
      update,
      issues: issueTexts(addon.healthIssues),
      pods,
    };
  });
}

/** An add-on whose pods start is being rolled out, even if EKS reports that its update has ended. */
function resolveState({ status }: Addon, pods: StatusAddon['pods']): State {
  if (/FAILED|DEGRADED/.test(status)) return 'failed';
  if (status !== 'ACTIVE') return 'running';
  return pods !== null && pods.available < pods.wanted ? 'running' : 'idle';
}

function stateText(
  { name, version, status, healthIssues }: Addon,
  update: StatusUpdate | null,
  pods: StatusAddon['pods'],
): string {
  const codes = (healthIssues ?? []).map(({ code }) => code);
  const errors = (update?.errors ?? []).map(({ code }) => code);
  const why = [...new Set([...codes, ...errors])];
  const ready = pods === null ? '' : `, ${pods.available} of ${pods.wanted} pods available`;
  return `add-on ${name} ${version} is ${status}${why.length === 0 ? '' : ` (${formatList(why)})`}${ready}`;
}
