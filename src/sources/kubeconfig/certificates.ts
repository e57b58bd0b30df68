import { createHash, X509Certificate } from 'node:crypto';
import { ScanError } from '../../facts/reason.ts';

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The SHA-256 of the DER of each certificate in a PEM bundle, in lower-case hex and the bundle's order.
 * @throws ScanError if the bundle holds no certificate or a broken one; its message begins with `owner`
 */
export function certificateFingerprints(pem: string, owner: string): string[] {
  const blocks = pem.match(pemBlock) ?? [];
  if (blocks.length === 0) throw brokenBundle(owner, 'holds no PEM certificate');
  return blocks.map((block) => fingerprint(block, owner));
}

function fingerprint(block: string, owner: string): string {
  try {
    return createHash('sha256').update(new X509Certificate(block).raw).digest('hex');
  } catch (error) {
    throw brokenBundle(owner, 'holds a certificate that cannot be read', error);
  }
}

function brokenBundle(owner: string, problem: string, cause?: unknown): ScanError {
  return new ScanError({ kind: 'unreadable', message: `${owner} ${problem}` }, { cause });
}
