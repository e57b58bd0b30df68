import type { Evidence, Finding } from '../check.ts';
import type { KarpenterCondition, KarpenterPool } from '../facts/karpenter-objects.ts';
import type { Advice } from '../syntax/advice.ts';
import { formatCount } from '../syntax/english.ts';

/** What the conditions of a NodePool or a node class say. */
export interface Readiness extends Pick<
  KarpenterPool,
  'name' | 'apiVersion' | 'ready' | 'readyMessage' | 'conditions'
> {
  kind: string;
}

/**
 * The finding for a pool or a node class that is not ready, or does not report it.
 * @param nodes how many nodes depend on it; `unread`: none was found, but not all were read
 * @param fixUnreported the fix if the condition Ready is missing or Unknown
 */
export function readinessFinding(
  object: Readiness,
  nodes: number | 'unread',
  fixUnreported: Advice,
): Finding | undefined {
  const { kind, name, apiVersion, ready, readyMessage } = object;
  const resource = { kind, name, apiVersion };
  if (ready === true) return undefined;
  if (ready === null) {
    const why = readyMessage === null ? 'it has no Ready condition' : readyMessage;
    const message = `does not report whether it is ready: ${why}`;
    return { level: 'unknown', rule: 'not-told', resource, message, fix: fixUnreported };
  }
  return {
    level: nodes === 0 ? 'warn' : nodes === 'unread' ? 'unknown' : 'fail',
    rule: 'not-ready',
    resource,
    message: `is not ready (${dependText(nodes)}): ${readyMessage ?? 'no reason given'}`,
    evidence: failingConditions(object).map(conditionEvidence),
  };
}

/** The conditions that are False, besides Ready. */
export function failingConditions({ conditions }: Pick<Readiness, 'conditions'>): KarpenterCondition[] {
  return conditions.filter(({ type, status }) => type !== 'Ready' && status === 'False');
}

function dependText(nodes: number | 'unread'): string {
  if (nodes === 'unread') return 'unknown whether nodes depend on it';
  if (nodes === 0) return 'no nodes depend on it';
  return `${formatCount(nodes, 'node depends', 'nodes depend')} on it`;
}

function conditionEvidence({ type, status, reason, message }: KarpenterCondition): Evidence {
  const words = [reason, message].filter((word) => word !== null && word !== '');
  return { observed: `${type} ${status}${words.length === 0 ? '' : `: ${words.join(': ')}`}`, required: 'True' };
}
