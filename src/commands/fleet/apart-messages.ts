import * as z from 'zod/mini';
import { clusterNews } from '../../schedule/changes/fleet-message.ts';

/** What a scheduled scan sends about its cluster: each message in short, and the destinations that receive it. */
export const targetNews = z.object({ news: clusterNews, targets: z.array(z.string()) });
export type TargetNews = z.infer<typeof targetNews>;

/** What a scan in a separate process sends to the process that started it. */
export const apartMessage = z.discriminatedUnion('kind', [
  /** The messages about the cluster, before they are delivered. */
  z.object({ kind: z.literal('news'), messages: z.array(targetNews) }),
  /** What `--deliver stdout` prints: stdout of the process has the report. */
  z.object({ kind: z.literal('printed'), text: z.string() }),
]);
export type ApartMessage = z.infer<typeof apartMessage>;

/** Reads a message; undefined if it is of another kind. */
export function parseApartMessage(data: unknown): ApartMessage | undefined {
  return apartMessage.safeParse(data).data;
}
