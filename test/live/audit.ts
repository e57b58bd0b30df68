import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** One request as the API server saw it; strings are '' where the audit log has none (a refused token has no user). */
export interface AuditEntry {
  user: string;
  verb: string;
  uri: string;
  /** Plural name, with the subresource after a slash; '' for non-resource paths. */
  resource: string;
  apiGroup: string;
  apiVersion: string;
  userAgent: string;
  code: number;
  /** The API server calls the version deprecated; EKS's insights count such requests. */
  isDeprecated: boolean;
}

interface AuditEvent {
  auditID: string;
  verb?: string;
  requestURI?: string;
  userAgent?: string;
  user?: { username?: string };
  objectRef?: { resource?: string; subresource?: string; apiGroup?: string; apiVersion?: string };
  responseStatus?: { code?: number };
  annotations?: Record<string, string>;
}

const quietMs = 200;

/**
 * Reads the audit log: one entry per request, of all users or of one, in the order in which they ended.
 * The log may lag behind the answers: use `settledAudit` to compare whole lists. Throws when the log cannot be read.
 */
export async function readAudit(path: string, user?: string): Promise<AuditEntry[]> {
  const text = await readFile(path, 'utf8');
  const events = new Map<string, AuditEvent>();
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (line === '') continue;
    const event = JSON.parse(line) as AuditEvent;
    events.delete(event.auditID); // a watch has two events: keeps only the later one, in its place
    events.set(event.auditID, event);
  }
  const entries = [...events.values()].map(toEntry);
  return user === undefined ? entries : entries.filter((entry) => entry.user === user);
}

/** Reads the audit log as `readAudit` does, once it has had no new entry of this user for 200 ms. */
export async function settledAudit(path: string, user?: string): Promise<AuditEntry[]> {
  let entries = await readAudit(path, user);
  for (;;) {
    await sleep(quietMs);
    const again = await readAudit(path, user);
    if (again.length === entries.length) return again;
    entries = again;
  }
}

function toEntry(event: AuditEvent): AuditEntry {
  const { resource = '', subresource, apiGroup = '', apiVersion = '' } = event.objectRef ?? {};
  return {
    user: event.user?.username ?? '',
    verb: event.verb ?? '',
    uri: event.requestURI ?? '',
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    apiGroup,
    apiVersion,
    userAgent: event.userAgent ?? '',
    code: event.responseStatus?.code ?? 0,
    isDeprecated: event.annotations?.['k8s.io/deprecated'] === 'true',
  };
}
