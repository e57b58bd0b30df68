import { gunzipSync } from 'node:zlib';

/** A part of user data, as cloud-init, nodeadm or EC2Launch reads it. */
export interface UserDataPart {
  kind: 'shell' | 'node-config' | 'cloud-config' | 'toml' | 'powershell' | 'unknown';
  text: string;
}

/**
 * EC2 accepts 16 KB of user data; compressed data may hold more. The limit is for the whole: the text, and all that its
 * parts hold once they are decompressed.
 */
export const largestUserData = 64 * 1024;

/** Far more parts than any real document has. */
const mostParts = 50;

/**
 * The text of user data that an API returns as Base64.
 * @param limit the maximum length of the text, in bytes
 * @returns undefined if it is longer, or cannot be decompressed
 */
export function decodeUserData(base64: string, limit = largestUserData): string | undefined {
  // Base64 is a third longer, and lines may end in it.
  if (base64.length > limit * 1.5) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.length > limit ? undefined : bytes.toString('utf8');
  if (limit === 0) return undefined;
  try {
    return gunzipSync(bytes, { maxOutputLength: limit }).toString('utf8');
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/**
 * The parts of user data: of a MIME multipart document, or the whole text. Sources:
 * https://cloudinit.readthedocs.io/en/latest/explanation/format.html,
 * https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/
 * @returns undefined if there is more of it than is read
 */
export function splitUserData(text: string): UserDataPart[] | undefined {
  if (text.length > largestUserData) return undefined;
  const lines = text.replaceAll('\r\n', '\n').trimStart();
  const { headers, body } = splitHeaders(lines);
  const boundary = /boundary\s*=\s*(?:"([^"\n]{1,200})"|([^\s;"]{1,200}))/i.exec(headers.get('content-type') ?? '');
  if (boundary === null) return [toPart(lines, undefined)];
  const found = splitAt(`--${boundary[1] ?? boundary[2] ?? ''}`, body);
  if (found.length > mostParts) return undefined;
  let left = largestUserData;
  return found.flatMap((part) => {
    const { headers: own, body: content } = splitHeaders(part.trimStart());
    const encoded = own.get('content-transfer-encoding')?.toLowerCase() === 'base64';
    const decoded = encoded ? decodeUserData(content, left) : content;
    if (decoded === undefined) return [{ kind: 'unknown' as const, text: '(not decoded)' }];
    left = Math.max(0, left - decoded.length);
    return decoded.trim() === '' ? [] : [toPart(decoded.trimStart(), own.get('content-type'))];
  });
}

/** The texts between the lines that are the marker. */
function splitAt(marker: string, body: string): string[] {
  const parts: string[][] = [];
  for (const line of body.split('\n')) {
    if (line.trimEnd() === `${marker}--`) break;
    if (line.trimEnd() === marker) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((part) => part.join('\n'));
}

/**
 * The header fields in front of the first blank line, by lower-case name. The whole text is the body if none of them is
 * one of MIME: it may be YAML.
 */
function splitHeaders(text: string): { headers: Map<string, string>; body: string } {
  const headers = new Map<string, string>();
  const lines = text.split('\n');
  let last = '';
  let end = 0;
  for (const line of lines) {
    const [, name, value = ''] = /^([A-Za-z-]{1,60}):(.*)$/.exec(line) ?? [];
    if (/^[ \t]+\S/.test(line) && last !== '') headers.set(last, `${headers.get(last) ?? ''} ${line.trim()}`);
    else if (name === undefined) break;
    else {
      last = name.toLowerCase();
      headers.set(last, value.trim());
    }
    end += 1;
  }
  if (![...headers.keys()].some((name) => /^(?:content|mime)-/.test(name))) return { headers: new Map(), body: text };
  const start = lines[end]?.trim() === '' ? end + 1 : end;
  return { headers, body: lines.slice(start).join('\n') };
}

/** @param type the Content-Type of the part; undefined: only the text shows what it is */
function toPart(text: string, type: string | undefined): UserDataPart {
  const declared = type?.split(';')[0]?.trim().toLowerCase();
  if (declared === 'application/node.eks.aws') return { kind: 'node-config', text };
  if (declared === 'text/cloud-config') return { kind: 'cloud-config', text };
  if (declared === 'text/cloud-boothook' || declared?.startsWith('text/x-shellscript') === true) {
    return { kind: 'shell', text };
  }
  return { kind: guessKind(text), text };
}

function guessKind(text: string): UserDataPart['kind'] {
  if (text.startsWith('#!') || text.startsWith('#cloud-boothook')) return 'shell';
  if (text.startsWith('#cloud-config')) return 'cloud-config';
  if (/^<(?:powershell|script)>/im.test(text)) return 'powershell';
  if (/(?:^|[{,])\s{0,40}["']?apiVersion["']?\s{0,40}:\s{0,40}["']?node\.eks\.aws\//m.test(text)) return 'node-config';
  if (/^[ \t]{0,40}\[{1,2}settings[.\]]/m.test(text)) return 'toml';
  return 'unknown';
}
