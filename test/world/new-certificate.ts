import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

/**
 * A new certificate (EC P-256, valid for a year) of an authority, or of a server if it has names.
 * @param names host names and addresses of the server
 * @param signedBy without it, the certificate is signed by its own key
 */
export async function newCertificate(
  commonName: string,
  { names = [], signedBy }: { names?: readonly string[]; signedBy?: KeyPair } = {},
): Promise<KeyPair> {
  const isAuthority = signedBy === undefined;
  const altNames = names.map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  );
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: isAuthority, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: isAuthority, cRLSign: isAuthority, critical: true },
      ...(names.length === 0
        ? []
        : [
            { name: 'extKeyUsage' as const, serverAuth: true },
            { name: 'subjectAltName' as const, altNames },
          ]),
    ],
    ...(signedBy === undefined ? {} : { ca: signedBy }),
  });
  return { cert, key };
}
