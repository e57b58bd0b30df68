import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { format, isBelow, parseAddonVersion } from '../../../src/syntax/versions.ts';
import {
  calledWithVersion,
  observedVersion,
  toResource,
  versionNotReadable,
} from '../../../src/for-checks/components.ts';
import { blockedBy, updateAddon } from '../../../src/for-checks/eks-addon.ts';
import { findDefects } from '../../../src/for-checks/addon-defects.ts';
import {
  describeNone,
  hasAvoided,
  listUpdateVersions,
  newestFor,
  type Offered,
} from '../../../src/for-checks/offered.ts';
import { noVersion } from './route.ts';
import { coreTitles, selfManaged, type CoreCopies } from './self-managed.ts';

type Path = Pick<Context<'addon-releases'>, 'cluster' | 'current' | 'target' | 'tables'>;
type Addon = Facts['addons'][number];

/**
 * The finding for an add-on whose installed version EKS does not list for the target of a rollback. EKS judges the
 * installed version before it rolls back the control plane, so a version that is set afterwards is no remedy.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
export function notListedBefore(
  addon: Addon,
  offered: Offered,
  { cluster, current, target }: Path,
): Omit<Finding, 'resource' | 'blocks'> {
  const installed = addon.version;
  const text = `${installed} is not listed for ${format(target)}`;
  const finding = {
    level: 'fail' as const,
    at: target,
    rule: 'not-listed',
    evidence: [{ observed: installed, required: `a version listed for ${format(target)}`, fact: 'addonVersions' }],
  };
  const both = newestFor(offered, [current, target], cluster);
  if (both !== undefined) {
    const listed = `${both} is listed for ${format(target)} and ${format(current)}`;
    const versions = listUpdateVersions(offered, { from: installed, to: both }, current, cluster);
    const fix = advice`Set this version before you roll back the
      control plane${inSteps(versions)}.\n${updateAddon(cluster, addon, versions)}`;
    return { ...finding, message: `${text}; ${listed}`, fix };
  }
  const after = newestFor(offered, [target], cluster);
  if (after !== undefined) {
    const message = `${text}, and no version is listed for both ${format(target)} and ${format(current)}; ${after} is listed for ${format(target)}`;
    const versions = listUpdateVersions(offered, { from: installed, to: after }, target, cluster);
    const fix = advice`EKS may refuse the rollback without \`--force\`, which skips all rollback insights: first fix what
      the others report. Once the control plane is at ${format(target)}, set this
      version${inSteps(versions)}.\n${updateAddon(cluster, addon, versions)}`;
    return { ...finding, message, fix };
  }
  return {
    ...finding,
    level: addon.owner === 'aws' && !hasAvoided(offered, target) ? 'fail' : 'warn',
    rule: 'no-version',
    message: describeNone(offered, target),
    fix: noVersion({ addon, offered, at: target, cluster }),
  };
}

function inSteps({ length }: readonly string[]): Advice {
  return length > 1 ? advice`, one minor version at a time` : advice``;
}

/**
 * What EKS judges before it rolls back the control plane stops the rollback, unless it is a warning.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
export function* listStoppingFindings(findings: Iterable<Finding>): Generator<Finding> {
  for (const finding of findings) yield finding.level === 'warn' ? finding : { ...finding, blocks: 'control-plane' };
}

/**
 * Unknowns for self-managed copies: EKS itself judges only its add-ons before a rollback. addons/kube-proxy-skew judges
 * kube-proxy.
 */
export function* copyFindings(
  { vpcCni = [], coredns = [] }: CoreCopies,
  installed: readonly string[],
  offers: readonly Offered[],
  context: Path,
): Generator<Finding> {
  for (const [name, copy] of selfManaged({ vpcCni, coredns }, installed)) {
    const finding = judgeCopy(name, copy, offers, context);
    if (finding !== undefined) yield { ...finding, blocks: blockedBy(name) };
  }
}

function judgeCopy(
  name: string,
  copy: Component,
  offers: readonly Offered[],
  { cluster, target, tables }: Path,
): Finding | undefined {
  const title = coreTitles.get(name) ?? name;
  if (copy.version === null) return versionNotReadable(copy, title);
  const offered = offers.find((offer) => offer.name === name);
  const newest = offered === undefined ? undefined : newestFor(offered, [target], cluster);
  const listed = newest === undefined ? undefined : parseAddonVersion(newest);
  if (listed !== undefined && !isBelow(listed.version, copy.version)) return undefined;
  const base = {
    level: 'unknown' as const,
    at: target,
    resource: toResource(copy),
    links: [`https://docs.aws.amazon.com/eks/latest/userguide/managing-${name}.html`],
  };
  const message = `unknown whether ${calledWithVersion(copy, title)}, self-managed, works with ${format(target)}`;
  const compare = advice`Compare the release notes of ${title} ${copy.version} with ${format(target)}`;
  if (listed === undefined) {
    return {
      ...base,
      rule: 'self-managed-not-listed',
      message: `${message}: EKS lists no version of it for ${format(target)}`,
      evidence: [
        { observed: observedVersion(copy), required: `a version listed for ${format(target)}`, fact: 'addonVersions' },
      ],
      fix: advice`${compare} before you roll back the control plane.`,
    };
  }
  return {
    ...base,
    rule: 'self-managed-newer',
    message: `${message}: ${listed.text} is the newest version that EKS lists for it`,
    evidence: [{ observed: observedVersion(copy), required: `${listed.text} or older`, fact: 'addonVersions' }],
    fix:
      findDefects(tables['addon-releases'], name, listed.text).length > 0
        ? advice`${compare} before you roll back the control plane.`
        : advice`${compare}, or set an image of ${listed.text} before you roll back the control plane.`,
  };
}
