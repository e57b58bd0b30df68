import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newCertificate } from '../world/new-certificate.ts';

/** Paths of the PEM files of one cluster, and the certificate of its authority as text. */
export interface Certificates {
  caPem: string;
  servingCert: string;
  servingKey: string;
  serviceAccountKey: string;
}

const names = ['127.0.0.1', 'localhost', 'kubernetes.default.svc', 'karpenter.kube-system.svc'];

/**
 * Writes a new authority, a serving certificate for 127.0.0.1, localhost and two names of Services, and a service
 * account key into `folder`.
 */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const authority = await newCertificate('live-authority');
  const serving = await newCertificate('kube-apiserver', { names, signedBy: authority });
  const accounts = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const write = async (file: string, pem: string): Promise<string> => {
    await writeFile(join(folder, file), pem);
    return join(folder, file);
  };
  await write('ca.pem', authority.cert);
  return {
    caPem: authority.cert,
    servingCert: await write('serving.pem', serving.cert),
    servingKey: await write('serving.key', serving.key),
    serviceAccountKey: await write('accounts.key', accounts.privateKey),
  };
}
