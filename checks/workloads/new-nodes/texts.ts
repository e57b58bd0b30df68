import type { Miss } from '../../../src/for-checks/placement/node-shape.ts';
import { formatList } from '../../../src/syntax/english.ts';
import type { Lost } from './judge.ts';

/** `tier=db`, `tier in (db, cache)`, `the label tier`; a taint as kubectl writes it. */
export function formatMiss(miss: Miss): string {
  if (miss.is === 'taint') {
    const { key, value, effect } = miss.taint;
    return `${key}${value === null || value === '' ? '' : `=${value}`}:${effect}`;
  }
  const { key, operator, values } = miss;
  if (operator === 'In' && values.length === 1) return `${key}=${values[0]}`;
  if (operator === 'Exists') return `the label ${key}`;
  if (operator === 'DoesNotExist') return `no label ${key}`;
  const words: Readonly<Record<string, string>> = { In: 'in', NotIn: 'not in', Gt: '>', Lt: '<' };
  const list = values.length === 1 ? values[0] : `(${values.join(', ')})`;
  return `${key} ${words[operator] ?? operator} ${list}`;
}

/** What the nodes that replace those of a group lack: `requires tier=db, and new nodes of node group general lack it`. */
export function describeLoss({ group, by }: Lost): string {
  const labels = by.filter(({ is }) => is === 'label').map(formatMiss);
  const taints = by.filter(({ is }) => is === 'taint').map(formatMiss);
  const next =
    group.newName === undefined
      ? `new nodes of ${group.text}`
      : `nodes of ${group.newName}, which replaces ${group.text},`;
  const parts = [
    ...(labels.length === 0 ? [] : [`requires ${formatList(labels)}, and ${next} lack it`]),
    ...(taints.length === 0 ? [] : [`does not tolerate ${formatList(taints)}, and ${next} have it`]),
  ];
  return parts.join('; ');
}
