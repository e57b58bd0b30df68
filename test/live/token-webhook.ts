import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { judgeToken, type KnownCredentials, type Verdict } from './token-judge.ts';

export { judgeToken, type JudgeContext, type KnownCredentials, type Verdict } from './token-judge.ts';

/** One answered TokenReview. `at` is the time of the webhook's clock. */
export interface Review {
  at: Date;
  token: string;
  verdict: Verdict;
}

export interface TokenWebhookOptions {
  cluster: string;
  region: string;
  credentials: readonly KnownCredentials[];
  /** The clock by which a token's age is judged; the real one by default. */
  now?: () => Date;
}

export interface TokenWebhook {
  url: string;
  /** All reviews so far, in order. The API server caches a success for about 10 s, so not every request causes one. */
  reviews: readonly Review[];
  stop(): Promise<void>;
}

/** Starts a TokenReview (authentication.k8s.io/v1) server instead of EKS's authenticator, on a free loopback port. */
export async function startTokenWebhook(options: TokenWebhookOptions): Promise<TokenWebhook> {
  const reviews: Review[] = [];
  const review = (token: string): Verdict => {
    const at = options.now?.() ?? new Date();
    const verdict = judgeToken(token, { ...options, now: at });
    reviews.push({ at, token, verdict });
    return verdict;
  };
  const server = createServer((request, response) => {
    answer(request, response, review).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the token webhook has no port');
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${address.port}/authenticate`, reviews, stop };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  review: (token: string) => Verdict,
): Promise<void> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  const { apiVersion, kind, spec } = JSON.parse(text) as {
    apiVersion?: string;
    kind?: string;
    spec?: { token?: string };
  };
  if (apiVersion !== 'authentication.k8s.io/v1' || kind !== 'TokenReview' || typeof spec?.token !== 'string') {
    throw new Error(`not a TokenReview of authentication.k8s.io/v1: ${apiVersion} ${kind}`);
  }
  const verdict = review(spec.token);
  const status = verdict.accepted ? { authenticated: true, user: verdict.user } : { authenticated: false };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ apiVersion, kind, status }));
}
