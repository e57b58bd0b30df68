import { createHash } from 'node:crypto';
import type { AnyCheck, Context, Evidence, Finding, Resource } from '../check.ts';
import { unwrap } from '../syntax/markdown.ts';
import { explainPlaceholders } from './placeholders.ts';
import { karpenterTables, levelRank, type ReportedFinding, type UnseenThing } from './result.ts';
import { format, isBelow, parseMinor, type Minor } from '../syntax/versions.ts';
import { grouped } from '../syntax/grouped.ts';
import { ownValue } from '../syntax/own-value.ts';
import { setFields } from '../syntax/set-fields.ts';

/** The versions that a check was judged at, and where its facts come from. */
interface Origin {
  context: Pick<Context, 'current' | 'karpenter'>;
  source: 'live' | 'inventory';
}

/** A finding of a check, or of the engine for data that was not seen. */
export interface EngineFinding extends Finding {
  unseen?: UnseenThing;
}

/** Converts a check's finding to the report's shape: fills in defaults, its step and its fingerprint. */
export function reportFinding(check: AnyCheck, origin: Origin, finding: EngineFinding): ReportedFinding {
  const early = finding.since !== undefined && finding.at !== undefined && finding.since < finding.at;
  const { note: _, ...resource } = finding.resource;
  const fix = explainPlaceholders(finding.fix ?? check.fix);
  const { undo } = finding;
  return {
    fingerprint: fingerprint(toOwner(check, finding), finding.rule, finding.resource),
    check: check.id,
    rule: finding.rule ?? null,
    level: finding.level,
    blocks: finding.blocks ?? check.blocks,
    phase: finding.phase ?? check.phase,
    at: toStep(origin, finding),
    since: early && finding.since !== undefined ? kubernetes(finding.since) : null,
    resource: { text: resourceText(finding.resource), ...resource },
    message: finding.message,
    short: finding.short ?? resolveShort(check, finding),
    ...setFields({ task: resolveTask(check, finding) }),
    remedy: finding.remedy ?? null,
    unseen: finding.unseen ?? null,
    evidence: (finding.evidence ?? []).map((evidence) => toReportedEvidence(check, origin, evidence)),
    fix: unwrap(fix.text),
    commands: [...fix.commands],
    ...setFields({
      managers: toManagers(fix.managers),
      groups: finding.groups === undefined ? undefined : [...finding.groups],
      creates: finding.creates,
    }),
    ...(undo === undefined ? {} : { undo: { fix: unwrap(undo.text), commands: [...undo.commands] } }),
    location: null,
    links: [...(finding.links ?? [])],
    accepted: null,
    baseline: null,
  };
}

/**
 * The short text that the check has for the rule. Without one, a finding of a built-in check takes the title of the
 * check; a finding of a plug-in takes its own message, because that title is about all resources of the check.
 */
function resolveShort({ short, title, plugin }: AnyCheck, { rule, message }: Finding): string {
  return textOfRule(short, rule) ?? (plugin === undefined ? title : message);
}

/**
 * What to do: after the update, the task that the check has for the rule, or its title; before it, only for a failure,
 * the task of the rule, or that of all rules. What cannot be judged has no task.
 */
function resolveTask(check: AnyCheck, { level, rule, phase = check.phase }: Finding): string | undefined {
  const { task, title } = check;
  if (phase === 'after') return textOfRule(task, rule) ?? title;
  return level === 'fail' ? (textOfRule(task, rule) ?? textOfRule(task)) : undefined;
}

/** A check's text for a rule: its own, else that of its prefix (`minor` for `minor:1.34`), or that for all rules. */
export function textOfRule(texts: AnyCheck['short'], rule = ''): string | undefined {
  if (typeof texts === 'string' || texts === undefined) return texts;
  return ownValue(texts, rule) ?? ownValue(texts, rule.split(':')[0] ?? '');
}

function toReportedEvidence(check: AnyCheck, origin: Origin, evidence: Evidence): ReportedFinding['evidence'][number] {
  const onlyNeed = check.needs.length === 1 ? check.needs[0] : undefined;
  return {
    observed: evidence.observed,
    required: evidence.required ?? null,
    resource: evidence.resource ?? null,
    fact: evidence.fact ?? onlyNeed ?? null,
    source: evidence.source === 'table' ? 'table' : origin.source,
  };
}

/** The step from which a finding applies; null: today. */
function toStep({ context }: Origin, { at, atKarpenter }: Finding): ReportedFinding['at'] {
  if (atKarpenter !== undefined && context.karpenter.versions.slice(1).includes(atKarpenter)) {
    return { component: 'karpenter', version: atKarpenter };
  }
  return at === undefined || at === context.current ? null : kubernetes(at);
}

function kubernetes(version: Minor): { component: 'kubernetes'; version: string } {
  return { component: 'kubernetes', version: format(version) };
}

/** A resource by kind, namespace and name, without its note, as acceptances name it: `Deployment shop/cart`. */
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

/** A resource as reports show it: `Deployment shop/cart`, `Subnet subnet-0abc (eu-west-1a)`. */
export function resourceText({ note, ...resource }: Resource): string {
  return `${plainResource(resource)}${note === undefined ? '' : ` (${note})`}`;
}

/** The check, or the tables of Karpenter: what they lack is the same finding in every check. */
function toOwner({ id }: AnyCheck, { unseen }: EngineFinding): string {
  return unseen?.kind === 'table' && unseen.table === karpenterTables ? karpenterTables : id;
}

/**
 * A hash of check, rule, API group, kind and names, without level, message and API version. It is the same for the same
 * problem of the same object, on any day and for any target. An ARN replaces the name, because it includes the account.
 */
function fingerprint(id: string, rule: string | undefined, resource: Resource): string {
  const { kind, namespace = '', arn, apiVersion = '' } = resource;
  const part = kind === 'Fact' ? (resource.note ?? '') : '';
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  const identity = [id, rule ?? '', group, kind, namespace, arn ?? lastingName(resource), part];
  return createHash('sha256').update(identity.join('\n')).digest('hex').slice(0, 16);
}

/** A resource as stored state names it: without the parts of its name that change from day to day. */
export function lastingResource({ kind, name, namespace }: Parameters<typeof plainResource>[0]): string {
  return plainResource({ kind, name: lastingName({ kind, name }), namespace });
}

/**
 * A name without the scheduled time in minutes with which the name of a CronJob's Job ends, so that all Jobs of a
 * CronJob count as one.
 */
function lastingName({ kind, name }: Pick<Resource, 'kind' | 'name'>): string {
  return kind === 'Job' ? name.replace(/(?<=.)-\d{8,12}$/, '') : name;
}

/** The order of findings in every report: by level (fail, unknown, warn), then by resource and message. */
export function byLevelThenResource(a: ReportedFinding, b: ReportedFinding): number {
  return (
    levelRank(a) - levelRank(b) || compareText(a.resource.text, b.resource.text) || compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const mostMessages = 3;

/**
 * Merges findings with the same fingerprint into one: it has the worst level, the first step at that level, and all
 * evidence, fixes and commands. Examples: a group whose nodes have two versions, a role that lacks permissions at two
 * steps.
 */
export function mergeFindings(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const alike = grouped(findings, ({ fingerprint }) => fingerprint);
  return [...alike.values()].map(([first, ...others]) => (others.length === 0 ? first : joined([first, ...others])));
}

function joined(alike: readonly [ReportedFinding, ...ReportedFinding[]]): ReportedFinding {
  const worst = alike.reduce((best, one) => (isWorse(one, best) ? one : best));
  const all = [worst, ...alike.filter((one) => one !== worst)];
  const earliest = alike.reduce((best, { at }) => (isEarlier(at, best) ? at : best), worst.at);
  return {
    ...worst,
    phase: all.some(({ phase }) => phase === 'before') ? 'before' : 'after',
    since: isEarlier(earliest, worst.at) && earliest !== null ? earliest : worst.since,
    message: mergeMessages(all),
    remedy: all.find(({ remedy }) => remedy !== null)?.remedy ?? null,
    evidence: distinct(all.flatMap(({ evidence }) => evidence)),
    fix: distinct(all.map(({ fix }) => fix)).join('\n\n'),
    commands: distinct(all.flatMap(({ commands }) => commands)),
    ...setFields({
      managers: toManagers(distinct(all.flatMap(({ managers }) => managers ?? []))),
      undo: mergeUndo(all),
    }),
    links: distinct(all.flatMap(({ links }) => links)),
  };
}

function toManagers(found: readonly string[]): string[] | undefined {
  return found.length === 0 ? undefined : [...found];
}

function mergeUndo(all: readonly ReportedFinding[]): ReportedFinding['undo'] {
  const undos = all.flatMap(({ undo }) => undo ?? []);
  if (undos.length === 0) return undefined;
  return {
    fix: distinct(undos.map(({ fix }) => fix)).join('\n\n'),
    commands: distinct(undos.flatMap(({ commands }) => commands)),
  };
}

function mergeMessages(all: readonly ReportedFinding[]): string {
  const messages = distinct(all.map(({ message }) => message));
  const rest = messages.length - mostMessages;
  return [...messages.slice(0, mostMessages), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

function isWorse(a: ReportedFinding, b: ReportedFinding): boolean {
  return levelRank(a) < levelRank(b) || (a.level === b.level && isEarlier(a.at, b.at));
}

/**
 * True if step a comes before step b; null is today. False for steps of different components: their findings stay in
 * the order in which the check returned them, which is the order of the path.
 */
function isEarlier(a: ReportedFinding['at'], b: ReportedFinding['at']): boolean {
  if (a === null || b === null) return a === null && b !== null;
  if (a.component !== b.component) return false;
  return a.component === 'kubernetes'
    ? (parseMinor(a.version) ?? 0) < (parseMinor(b.version) ?? 0)
    : isBelow(a.version, b.version);
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
