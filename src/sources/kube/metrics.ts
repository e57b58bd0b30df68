import { ScanError } from '../../facts/reason.ts';
import { strangerReason } from './answer.ts';
import type { RequestSender } from './request.ts';
import { statusReason } from './errors.ts';

const path = '/metrics';
/** Every API server counts its requests: an answer without this line is incomplete, or from another server. */
const proof = '# TYPE apiserver_request_total ';

/**
 * The metrics lines that begin with `start`, from the API server that answers.
 * @throws ScanError if they cannot be read, or what answers is not an API server
 */
export async function readMetrics(sendRequest: RequestSender, start: string): Promise<string[]> {
  const call = `GET ${path}`;
  const answer = await sendRequest({ path, accept: 'text/plain;version=0.0.4', keepLines: [start, proof] });
  if (answer.status !== 200) throw new ScanError(statusReason(answer, call, { nonResourceURL: path }));
  const lines = answer.body.toString('utf8').split('\n');
  if (!lines.some((line) => line.startsWith(proof))) throw new ScanError(strangerReason(answer, call));
  return lines.filter((line) => line.startsWith(start));
}
