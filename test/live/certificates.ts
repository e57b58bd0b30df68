import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Paths of the PEM files of one cluster, and the certificate of its authority as text. */
export interface Certificates {
  caPem: string;
  servingCert: string;
  servingKey: string;
  serviceAccountKey: string;
}

const config = `
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[serving]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = IP:127.0.0.1, DNS:localhost, DNS:kubernetes.default.svc, DNS:karpenter.kube-system.svc
`;

/**
 * Writes a fresh authority, a serving certificate for 127.0.0.1, localhost and two names of Services, and a service
 * account key into `folder`. Throws when the openssl command is missing or fails.
 */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const at = (name: string): string => join(folder, name);
  const paths = {
    servingCert: at('serving.pem'),
    servingKey: at('serving.key'),
    serviceAccountKey: at('accounts.key'),
  };
  await writeFile(at('openssl.cnf'), config);
  for (const key of [at('ca.key'), paths.servingKey, paths.serviceAccountKey]) await writeFile(key, newKey());
  const request = ['req', '-new', '-config', at('openssl.cnf')];
  const extensions = (section: string): string[] => ['-extfile', at('openssl.cnf'), '-extensions', section];
  const sign = ['x509', '-req', '-days', '2', '-sha256'];

  await openssl([...request, '-subj', '/CN=live-authority', '-key', at('ca.key'), '-out', at('ca.csr')]);
  await openssl([
    ...sign,
    '-in',
    at('ca.csr'),
    '-signkey',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    ...extensions('authority'),
  ]);
  await openssl([...request, '-subj', '/CN=kube-apiserver', '-key', paths.servingKey, '-out', at('serving.csr')]);
  const issuer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-set_serial', '2'];
  await openssl([...sign, '-in', at('serving.csr'), ...issuer, '-out', paths.servingCert, ...extensions('serving')]);
  return { caPem: await readFile(at('ca.pem'), 'utf8'), ...paths };
}

function newKey(): string {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
}

async function openssl(args: string[]): Promise<void> {
  try {
    await promisify(execFile)('openssl', args);
  } catch (cause) {
    throw new Error('the live tests need the openssl command to make certificates', { cause });
  }
}
