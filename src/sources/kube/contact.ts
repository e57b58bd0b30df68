import { ScanError, type Reason } from '../../facts/reason.ts';
import { jsonObject, type Answer } from './answer.ts';
import { settle, valueOrThrow } from '../stop.ts';
import type { RequestSender } from './request.ts';
import { DISCOVERY_TYPES, readDiscovery, type Discovery } from './discovery.ts';
import { statusReason } from './errors.ts';
import { setFields } from '../../syntax/set-fields.ts';

/** The result of the first contact: a lookup of resources and kinds, and the server's version or why it is unknown. */
export interface Contact {
  discovery: Discovery;
  /** The server's `gitVersion`; rejects with a ScanError if it could not be read. */
  gitVersion(): Promise<string>;
}

const DISCOVERY_HINT =
  'bind the ClusterRole system:discovery to this identity (EKS binds it to every authenticated one)';
const ANONYMOUS_HINT = 'no credentials arrived: the API server takes this client for system:anonymous';

/**
 * The probe: requests discovery and the version at the same time. If discovery fails, every read fails for the same
 * reason: the rejection carries `shared`.
 * @param probeMs milliseconds for the first answer
 */
export async function makeContact(sendRequest: RequestSender, probeMs: number): Promise<Contact> {
  const version = settle(sendRequest({ path: '/version', withinMs: probeMs }).then(readVersion));
  const discovery = await settle(
    sendRequest({ path: '/apis', accept: DISCOVERY_TYPES, withinMs: probeMs }).then((answer) =>
      readApis(answer, sendRequest),
    ),
  );
  if (discovery.status === 'rejected') throw shared(discovery.reason);
  return { discovery: discovery.value, gitVersion: async () => valueOrThrow(await version) };
}

function readVersion(answer: Answer): string {
  const call = 'GET /version';
  if (answer.status !== 200) throw new ScanError(statusReason(answer, call, { nonResourceURL: '/version' }));
  const { gitVersion } = jsonObject(answer, call);
  if (typeof gitVersion === 'string' && gitVersion !== '') return gitVersion;
  throw new ScanError({ kind: 'unreadable', message: `${call}: no gitVersion in the answer` });
}

function readApis(answer: Answer, sendRequest: RequestSender): Discovery {
  if (answer.status === 200) return readDiscovery(answer, sendRequest);
  const reason = statusReason(answer, 'GET /apis', { nonResourceURL: '/apis' });
  if (answer.status !== 403 || reason.kind !== 'denied' || reason.hint !== undefined) throw new ScanError(reason);
  const hint = reason.message.includes('system:anonymous') ? ANONYMOUS_HINT : DISCOVERY_HINT;
  throw new ScanError({ ...reason, hint });
}

/** Shares an error among all facts of this API server; `unreachable` if something else answers in its place. */
function shared(error: unknown): ScanError {
  if (!(error instanceof ScanError)) throw error;
  const { reason } = error;
  const kind: Reason['kind'] = reason.kind === 'unreadable' || reason.kind === 'absent' ? 'unreachable' : reason.kind;
  const short = describeFailure(reason);
  return new ScanError(
    { ...reason, kind, shared: reason.shared ?? reason.message, ...setFields({ short }) },
    { cause: error },
  );
}

/** The failure in a few words; undefined if an answer, the time limit of the scan or a local program explains it. */
function describeFailure({ kind, status, shared: elsewhere }: Reason): Reason['short'] {
  if (status === 401) return 'API server rejected the credentials';
  const isSilent = kind === 'unreachable' || (kind === 'time-out' && elsewhere === undefined);
  return isSilent && status === undefined ? 'API server not reached' : undefined;
}
