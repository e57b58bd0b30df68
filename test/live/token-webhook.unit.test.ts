import { afterEach, describe, expect, it } from 'vitest';
import { encodeToken, referenceToken, type ReferenceToken } from './reference-token.ts';
import { judgeToken, startTokenWebhook, type JudgeContext, type TokenWebhook } from './token-webhook.ts';

const user = { username: 'arn:aws:sts::111122223333:assumed-role/scanner/ci', groups: ['readers'] };
const longTerm = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const session = { ...longTerm, accessKeyId: 'ASIAEXAMPLE', sessionToken: 'FwoGZXIvYXdzEA+/session==' };
const signed = new Date('2025-11-20T10:00:00Z');
const minutesLater = (minutes: number): Date => new Date(signed.getTime() + minutes * 60_000);

const context: JudgeContext = {
  cluster: 'shop',
  region: 'eu-west-1',
  credentials: [
    { ...longTerm, user },
    { ...session, user },
  ],
  now: minutesLater(1),
};
const good: ReferenceToken = { cluster: 'shop', region: 'eu-west-1', credentials: longTerm, date: signed };

function made(changes: Partial<ReferenceToken> = {}): string {
  return referenceToken({ ...good, ...changes });
}

function rewritten(change: (url: string) => string): string {
  return encodeToken(change(Buffer.from(made().slice('k8s-aws-v1.'.length), 'base64url').toString()));
}

describe('accepted', () => {
  const rows: [sentence: string, token: string, changes: Partial<JudgeContext>][] = [
    ['long-term credentials', made(), {}],
    ['session credentials', made({ credentials: session }), {}],
    ['fifteen minutes old', made(), { now: minutesLater(15) }],
    ['a clock four minutes ahead', made(), { now: minutesLater(-4) }],
    ['an expiry of 900 s', made({ parameters: { 'X-Amz-Expires': '900' } }), {}],
    ['the host of a region in China', made({ region: 'cn-north-1' }), { region: 'cn-north-1' }],
    ['the global host, signed for us-east-1', made({ region: 'us-east-1', host: 'sts.amazonaws.com' }), {}],
  ];
  it.each(rows)('%s', (_sentence, token, changes) => {
    const wanted = { accepted: true, accessKeyId: expect.any(String), user };
    expect(judgeToken(token, { ...context, ...changes })).toEqual(wanted);
  });

  it("a signature made by AWS's own signer (@smithy/signature-v4)", () => {
    const url =
      'https://sts.eu-west-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15' +
      '&X-Amz-Security-Token=FwoGZXIvYXdzEA%2B%2Fsession%3D%3D&X-Amz-Algorithm=AWS4-HMAC-SHA256' +
      '&X-Amz-Credential=ASIAEXAMPLE%2F20251120%2Feu-west-1%2Fsts%2Faws4_request&X-Amz-Date=20251120T100000Z' +
      '&X-Amz-Expires=60&X-Amz-SignedHeaders=host%3Bx-k8s-aws-id&X-Amz-Signature=ca2858f93469fa9449f8829529c56fc919cb0748d6be6d53f238395df30b0bf7';
    expect(judgeToken(encodeToken(url), context)).toMatchObject({ accepted: true, accessKeyId: 'ASIAEXAMPLE' });
  });
});

describe('refused', () => {
  const rows: [sentence: string, token: string, reason: RegExp][] = [
    ["another cluster's name", made({ cluster: 'shop2' }), /signature .* cluster "shop"/],
    ['another region', made({ region: 'eu-central-1' }), /unexpected host "sts\.eu-central-1/],
    [
      'this host, signed for another region',
      made({ region: 'eu-central-1', host: 'sts.eu-west-1.amazonaws.com' }),
      /scope/,
    ],
    ['the global host, signed for the region', made({ host: 'sts.amazonaws.com' }), /scope/],
    ['another secret', made({ credentials: { ...longTerm, secretAccessKey: 'other' } }), /signature/],
    ['an unknown key', made({ credentials: { ...longTerm, accessKeyId: 'AKIDOTHER' } }), /unknown access key/],
    ['a missing session token', made({ credentials: { ...longTerm, accessKeyId: 'ASIAEXAMPLE' } }), /session token/],
    ['a session token too many', made({ credentials: { ...session, accessKeyId: 'AKIDEXAMPLE' } }), /session token/],
    ['a date past fifteen minutes', made({ date: minutesLater(-14.1) }), /more than 15 minutes old/],
    ['a date six minutes ahead', made({ date: minutesLater(7) }), /not yet current/],
    ['no date', made({ parameters: { 'X-Amz-Date': 'today' } }), /not a date/],
    ['an expiry above 900 s', made({ parameters: { 'X-Amz-Expires': '901' } }), /X-Amz-Expires "901"/],
    ['another action', made({ parameters: { Action: 'AssumeRole' } }), /Action/],
    ['another version', made({ parameters: { Version: '2010-05-08' } }), /Version/],
    ['an extra parameter', made({ parameters: { Debug: 'x' } }), /unknown query parameter "Debug"/],
    ['a parameter twice', rewritten((url) => `${url}&Action=GetCallerIdentity`), /given twice/],
    ['no cluster header', made({ parameters: { 'X-Amz-SignedHeaders': 'host' } }), /x-k8s-aws-id is not/],
    ['a header never sent', made({ parameters: { 'X-Amz-SignedHeaders': 'host;x-k8s-aws-id;z' } }), /"z" is never/],
    ["an emulator's host", made({ host: 'localhost:4566' }), /unexpected host/],
    ['a host with its port', made({ host: 'sts.eu-west-1.amazonaws.com:443' }), /unexpected host/],
    ['plain http', rewritten((url) => url.replace('https:', 'http:')), /scheme "http"/],
    ['another path', rewritten((url) => url.replace('/?', '/x?')), /path/],
    ['a changed signature', rewritten((url) => `${url.slice(0, -1)}g`), /signature/],
    ['another prefix', made().replace('v1', 'v2'), /does not start/],
    ['padding', `${made()}=`, /unpadded base64url/],
    ['5 kB', `k8s-aws-v1.${'A'.repeat(5000)}`, /too large/],
    ['no URL', encodeToken('hello'), /not a URL/],
  ];
  it.each(rows)('%s', (_sentence, token, reason) => {
    expect(judgeToken(token, context)).toEqual({ accepted: false, reason: expect.stringMatching(reason) });
  });
});

describe('the webhook', () => {
  let webhook: TokenWebhook | undefined;
  afterEach(() => webhook?.stop());

  async function post(body: unknown): Promise<{ status: number; text: string }> {
    webhook = await startTokenWebhook({ ...context, now: () => context.now });
    const response = await fetch(webhook.url, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  }

  const review = (token: string): unknown => ({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token },
  });

  it('answers with the identity and records it', async () => {
    const { text } = await post(review(made()));
    expect(JSON.parse(text)).toMatchObject({ kind: 'TokenReview', status: { authenticated: true, user } });
    expect(webhook?.reviews).toEqual([{ at: context.now, token: made(), verdict: expect.objectContaining({ user }) }]);
  });

  it('answers that a bad token is not authenticated and records why', async () => {
    const { text } = await post(review('x'));
    expect(JSON.parse(text)).toMatchObject({ status: { authenticated: false } });
    expect(webhook?.reviews).toMatchObject([{ verdict: { accepted: false, reason: /does not start/ } }]);
  });

  it('takes nothing but a TokenReview', async () => {
    expect(await post({ kind: 'Other' })).toEqual({ status: 400, text: expect.stringContaining('not a TokenReview') });
  });
});
