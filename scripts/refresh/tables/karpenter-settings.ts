import { parse as parseYaml } from 'yaml';
import * as z from 'zod/mini';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { followReleases, type Reading } from '../follow-releases.ts';
import {
  knowsThrough,
  linkTo,
  listReadReleases,
  optionsFile,
  readAt,
  readCoreOptions,
  readKarpenterWithCore,
} from '../read/karpenter.ts';
import type { Files, Refresher, WrittenRow } from '../refresher.ts';

const chart = 'charts/karpenter/values.yaml';

/** Variables without a row: their values are not collected, and say nothing about an update. */
const variablesWithoutRow = `
  BATCH_IDLE_DURATION BATCH_MAX_DURATION CPU_REQUESTS DISABLE_CLUSTER_STATE_OBSERVABILITY
  DISABLE_CONTROLLER_WARMUP DISABLE_LEADER_ELECTION ENABLE_PROFILING HEALTH_PROBE_PORT
  KARPENTER_SERVICE KUBE_CLIENT_BURST KUBE_CLIENT_QPS LEADER_ELECTION_NAME LEADER_ELECTION_NAMESPACE
  LOG_ERROR_OUTPUT_PATHS LOG_LEVEL LOG_OUTPUT_PATHS MEMORY_LIMIT METRICS_PORT
  SCHEDULER_CONFIG WEBHOOK_METRICS_PORT WEBHOOK_PORT`;
const withoutRow = new Set(variablesWithoutRow.trim().split(/\s+/));

/**
 * The variables that each release reads, and the values of the newest chart. A variable that comes is a question: a row
 * lets its value be collected. What replaces one that goes, a person reads.
 */
export const karpenterSettings: Refresher = {
  table: 'karpenter-settings',
  from: 'registry',
  identify: (row) => [row['rowKind'], row['variable'] ?? row['key'], row['from']].join(' '),
  fetch: (limits) => readKarpenterWithCore(limits, [optionsFile, chart]),
  parse(files, { rows }) {
    const releases = listReadReleases(files);
    const followed = followReleases(
      releases.map((version) => readVariables(files, version)),
      rows,
      { list: listVariable, end: 'until' },
    );
    const last = releases.at(-1) ?? '';
    const lost = listLostValues(rows, readAt(files, last, chart), last);
    const knownThrough = knowsThrough(releases);
    return {
      rows: followed.rows,
      covers: () => false,
      questions: [...followed.questions, ...lost],
      ...(knownThrough === undefined ? {} : { knownThrough }),
    };
  },
};

function listVariable({ rowKind, variable }: WrittenRow): string[] {
  return rowKind === 'variable' ? [String(variable)] : [];
}

/** `env.WithDefaultString("CLUSTER_NAME", "")`, `fs.BoolVarWithEnv(&o.IsolatedVPC, "isolated-vpc", "ISOLATED_VPC", false, ...)` */
function readVariables(files: Files, version: string): Reading {
  const named = [readAt(files, version, optionsFile), readCoreOptions(files, version)].map((go) => {
    const found = go.matchAll(/\b(?:WithDefault\w+\(|BoolVarWithEnv\([^"\n]*"[a-z-]+", )"([A-Z][A-Z\d_]*)"/g);
    return [...found].map(([, variable = '']) => variable);
  });
  if (named.some(({ length }) => length < 5)) throw new Error(`${optionsFile} of ${version} reads too few variables`);
  return { version, has: new Map(named.flat().flatMap((name) => (withoutRow.has(name) ? [] : [[name, {}]]))) };
}

/** Values of the chart that advice names, and that the chart no longer has. */
function listLostValues(rows: readonly WrittenRow[], yaml: string, version: string): string[] {
  const { settings } = z.parse(z.object({ settings: z.record(z.string(), z.unknown()) }), parseYaml(yaml));
  const isRead = (variable: unknown): boolean =>
    rows.some(
      (row) =>
        listVariable(row).includes(String(variable)) && isWithin(version, String(row['from']), toEnd(row['until'])),
    );
  return rows.flatMap(({ rowKind, value, variable }) => {
    const [, key = ''] = /^settings\.(\w+)$/.exec(String(value)) ?? [];
    if (rowKind !== 'config-map-key' || key === '' || key in settings || !isRead(variable)) return [];
    return [`${String(value)}: the chart of ${version} no longer has it (${linkTo(version, chart)})`];
  });
}

function toEnd(end: unknown): string | null {
  return typeof end === 'string' ? end : null;
}
