import { statusSchema, type StatusDocument } from '../../../src/report/status/schema.ts';
import { untilReady, type WalkedCluster } from './stage.ts';
import { notCounted, type States } from './walk.ts';

/** Reads `status --since` of a plan that is a file in the shell's folder, once all pods are ready. */
export async function readSince(walked: WalkedCluster, file: string): Promise<StatusDocument> {
  await untilReady(walked);
  const { stdout, stderr } = await walked.run(['status', 'prod', '--since', file, '--format', 'json']);
  if (stdout === '') throw new Error(stderr);
  return statusSchema.parse(JSON.parse(stdout));
}

/** The tasks that count and their states. */
export function listStates({ since }: StatusDocument): States {
  const tasks = since?.tasks ?? [];
  return new Map(tasks.map(({ id, state, counts }) => [id, counts ? state : notCounted]));
}

/** Why tasks have the states that they have, a line for each condition that does not hold. */
export function explainStates({ since }: StatusDocument, ids: readonly string[]): string[] {
  return (since?.tasks ?? [])
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ number, id, state, conditions }) =>
      conditions
        .filter((one) => one.state !== 'holds' && one.state !== 'by-eye')
        .map((one) => `${number} ${id} is ${state}: "${one.text}" ${one.state}, ${one.why ?? ''}`),
    );
}
