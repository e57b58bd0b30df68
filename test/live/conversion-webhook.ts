import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { makeCertificates } from './certificates.ts';
import { converted } from './karpenter-conversion.ts';

type Json = Record<string, unknown>;

/** The loopback webhook that converts Karpenter's objects; its certificate names the Service kube-system/karpenter. */
export interface ConversionWebhook {
  port: number;
  /** The CA that signed its certificate. */
  caPem: string;
  /** The requested versions so far, with the kind: `NodePool karpenter.sh/v1`. */
  requestedVersions: readonly string[];
  stop(): Promise<void>;
}

/** Starts the webhook on a free port. */
export async function startConversionWebhook(): Promise<ConversionWebhook> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-conversion-'));
  const { caPem, servingCert, servingKey } = await makeCertificates(folder);
  const requestedVersions: string[] = [];
  const server = createServer(
    { cert: await readFile(servingCert), key: await readFile(servingKey) },
    (request, answer) => {
      void json(request).then((review) => {
        answer.setHeader('content-type', 'application/json');
        answer.end(JSON.stringify(buildReviewResponse(review as Review, requestedVersions)));
      });
    },
  );
  await rm(folder, { recursive: true, force: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the conversion webhook has no port');
  return {
    port: address.port,
    caPem,
    requestedVersions,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Review {
  apiVersion: string;
  kind: string;
  request: { uid: string; desiredAPIVersion: string; objects: Json[] };
}

function buildReviewResponse({ apiVersion, kind, request }: Review, requestedVersions: string[]): Json {
  const { uid, desiredAPIVersion, objects } = request;
  requestedVersions.push(...objects.map((object) => `${String(object['kind'])} ${desiredAPIVersion}`));
  const convertedObjects = objects.map((object) => converted(object, desiredAPIVersion));
  return { apiVersion, kind, response: { uid, result: { status: 'Success' }, convertedObjects } };
}
