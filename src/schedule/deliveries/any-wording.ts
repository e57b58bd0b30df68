import type { AnyMessage } from './contract.ts';
import { buildFleetHeadline, buildFleetWording } from './fleet-wording.ts';
import type { Room } from './sections.ts';
import { buildMessageWording, buildSubject, type MessageWording } from './wording.ts';

/** A message in words, about one cluster or about several. */
export function toWording(message: AnyMessage, room: Room): MessageWording {
  return message.kind === 'fleet' ? buildFleetWording(message, room) : buildMessageWording(message, room);
}

/** The subject line: `eks-preflight: 12 clusters: 4 blocked (1 new), 8 ready`. */
export function toSubject(message: AnyMessage): string {
  return message.kind === 'fleet' ? `eks-preflight: ${buildFleetHeadline(message)}` : buildSubject(message);
}
