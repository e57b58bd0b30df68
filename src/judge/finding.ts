import { createHash } from 'node:crypto';
import type { AnyCheck, Context, Evidence, Finding, Resource } from '../check.ts';
import { unwrap } from '../syntax/markdown.ts';
import { levelRank, type ReportedFinding, type UnseenThing } from './result.ts';
import { format, type Minor } from '../syntax/versions.ts';

/** Where a finding comes from: the versions that its check was judged at, and what its facts were read from. */
interface Origin {
  context: Pick<Context, 'current' | 'karpenter'>;
  source: 'live' | 'inventory';
}

/** A finding of a check, or one that the engine makes of what was not seen. */
export interface EngineFinding extends Finding {
  unseen?: UnseenThing;
}

/** A check's finding as the report carries it: defaults filled in, today's version told from a step's, an identity. */
export function reportFinding(check: AnyCheck, origin: Origin, finding: EngineFinding): ReportedFinding {
  const early = finding.since !== undefined && finding.at !== undefined && finding.since < finding.at;
  const { note: _, ...resource } = finding.resource;
  const fix = finding.fix ?? check.fix;
  const { undo } = finding;
  return {
    fingerprint: fingerprint(check.id, finding.rule, finding.resource),
    check: check.id,
    rule: finding.rule ?? null,
    level: finding.level,
    blocks: finding.blocks ?? check.blocks,
    phase: finding.phase ?? check.phase,
    at: stepOf(origin, finding),
    since: early && finding.since !== undefined ? kubernetes(finding.since) : null,
    resource: { text: resourceText(finding.resource), ...resource },
    message: finding.message,
    remedy: finding.remedy ?? null,
    unseen: finding.unseen ?? null,
    evidence: (finding.evidence ?? []).map((evidence) => evidenceOf(check, origin, evidence)),
    fix: unwrap(fix.text),
    commands: [...fix.commands],
    ...(undo === undefined ? {} : { undo: { fix: unwrap(undo.text), commands: [...undo.commands] } }),
    location: null,
    links: [...(finding.links ?? [])],
    accepted: null,
    baseline: null,
  };
}

function evidenceOf(check: AnyCheck, origin: Origin, evidence: Evidence): ReportedFinding['evidence'][number] {
  const onlyNeed = check.needs.length === 1 ? check.needs[0] : undefined;
  return {
    observed: evidence.observed,
    required: evidence.required ?? null,
    resource: evidence.resource ?? null,
    fact: evidence.fact ?? onlyNeed ?? null,
    source: evidence.source === 'table' ? 'table' : origin.source,
  };
}

/** The step at which a finding bites; null: today. */
function stepOf({ context }: Origin, { at, atKarpenter }: Finding): ReportedFinding['at'] {
  if (atKarpenter !== undefined && context.karpenter.versions.slice(1).includes(atKarpenter)) {
    return { component: 'karpenter', version: atKarpenter };
  }
  return at === undefined || at === context.current ? null : kubernetes(at);
}

function kubernetes(version: Minor): { component: 'kubernetes'; version: string } {
  return { component: 'kubernetes', version: format(version) };
}

/** A resource by kind, namespace and name alone, as acceptances name it: `Node group/ops` has no note. */
export function plainResource({
  kind,
  name,
  namespace,
}: {
  kind: string;
  name: string;
  namespace?: string | undefined;
}): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

/** A resource as one would look it up: `Deployment shop/cart`, `Subnet subnet-0abc (eu-west-1a)`. */
export function resourceText({ note, ...resource }: Resource): string {
  return `${plainResource(resource)}${note === undefined ? '' : ` (${note})`}`;
}

/**
 * The same for the same problem of the same object, on any day, for any target: check, rule, API group and kind, namespace, name.
 * AWS names the account in an ARN, so it stands for the name. Never a level, a message or a version of the plan.
 */
function fingerprint(id: string, rule: string | undefined, resource: Resource): string {
  const { kind, namespace = '', arn, apiVersion = '' } = resource;
  const part = kind === 'Fact' ? (resource.note ?? '') : '';
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  const identity = [id, rule ?? '', group, kind, namespace, arn ?? lastingName(resource), part];
  return createHash('sha256').update(identity.join('\n')).digest('hex').slice(0, 16);
}

/** A resource as what is kept of its findings names it: without what changes from day to day. */
export function lastingResource({ kind, name, namespace }: Parameters<typeof plainResource>[0]): string {
  return plainResource({ kind, name: lastingName({ kind, name }), namespace });
}

/** A Job of a CronJob ends in the minute that it was scheduled for: the next one is the same thing. */
function lastingName({ kind, name }: Pick<Resource, 'kind' | 'name'>): string {
  return kind === 'Job' ? name.replace(/(?<=.)-\d{8,12}$/, '') : name;
}

/** fail, unknown, warn; then by resource and message: the order of every report. */
export function byLevelThenResource(a: ReportedFinding, b: ReportedFinding): number {
  return (
    levelRank(a) - levelRank(b) || compareText(a.resource.text, b.resource.text) || compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
