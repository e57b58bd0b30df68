import { request as httpsRequest, type Agent } from 'node:https';
import { text } from 'node:stream/consumers';

/** A response of the API server: `body` is the parsed JSON, or the text if it is not JSON. */
export interface LiveResponse {
  status: number;
  body: unknown;
}

export interface LiveRequest {
  token?: string;
  body?: unknown;
  contentType?: string;
  accept?: string;
  userAgent?: string;
}

/** Sends one HTTPS request and reads the whole response, whatever its status. Throws only if there is no response. */
export async function send(
  agent: Agent,
  method: string,
  url: string,
  request: LiveRequest = {},
): Promise<LiveResponse> {
  const {
    token,
    body,
    contentType = 'application/json',
    accept = 'application/json',
    userAgent = 'live-test',
  } = request;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    accept,
    'user-agent': userAgent,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(payload === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(url, { method, agent, headers }, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: parsed(read) }), reject);
    });
    outgoing.once('error', reject).end(payload);
  });
}

function parsed(read: string): unknown {
  try {
    return JSON.parse(read);
  } catch {
    return read;
  }
}
