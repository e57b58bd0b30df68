import { readFileSync } from 'node:fs';

/** A server's certificate with its private key and the authority that signed it; all PEM. */
export interface TlsIdentity {
  cert: string;
  key: string;
  ca: string;
}

/** Valid for 127.0.0.1, ::1, localhost, kubernetes.default.svc and *.eks.test; see tls/README.md. */
export const worldTls: TlsIdentity = identity('server', 'ca');

/** Valid for the same names, but signed by a CA that the world's clusters do not use. */
export const otherTls: TlsIdentity = identity('other-server', 'other-ca');

/** A client certificate of the user `preflight`, signed by the world's authority. */
export const clientTls: TlsIdentity = identity('client', 'ca');

function identity(name: string, authority: string): TlsIdentity {
  return { cert: pem(name), key: pem(`${name}-key`), ca: pem(authority) };
}

function pem(name: string): string {
  return readFileSync(new URL(`./tls/${name}.pem`, import.meta.url), 'utf8');
}
