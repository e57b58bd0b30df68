/** What an AWS endpoint answers, before faults. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

type Json = Record<string, unknown>;

export function jsonReply(body: Json, status = 200, errorType?: string): Reply {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'x-amzn-requestid': requestId,
      ...(errorType === undefined ? {} : { 'x-amzn-errortype': errorType }),
    },
    body: JSON.stringify(body),
  };
}

export function xmlReply(body: string, status = 200): Reply {
  return { status, headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId }, body };
}

const requestId = '00000000-0000-4000-8000-000000000000';

/** An error as each protocol spells it. */
export function errorReply(service: string, code: string, message: string, status: number): Reply {
  if (service === 'eks') return jsonReply({ message }, status, code);
  const error = `<Code>${code}</Code><Message>${escapeXml(message)}</Message>`;
  if (service === 'ec2') {
    return xmlReply(
      `<Response><Errors><Error>${error}</Error></Errors><RequestID>${requestId}</RequestID></Response>`,
      status,
    );
  }
  return xmlReply(
    `<ErrorResponse><Error><Type>Sender</Type>${error}</Error><RequestId>${requestId}</RequestId></ErrorResponse>`,
    status,
  );
}

/** An answer of the query protocol: `<ActionResponse><ActionResult>…`. */
export function queryReply(action: string, result: Json): Reply {
  const inner = Object.entries(result)
    .map(([name, value]) => element(name, value, 'member', (text) => text))
    .join('');
  return xmlReply(`<${action}Response><${action}Result>${inner}</${action}Result></${action}Response>`);
}

/** An answer of EC2's protocol: element names begin in lower case, lists hold `item`. */
export function ec2Reply(action: string, result: Json): Reply {
  const inner = Object.entries(result)
    .map(([name, value]) => element(name, value, 'item', lowerFirst))
    .join('');
  return xmlReply(`<${action}Response><requestId>${requestId}</requestId>${inner}</${action}Response>`);
}

function element(name: string, value: unknown, entry: string, rename: (name: string) => string): string {
  if (value === undefined || value === null) return '';
  const tag = rename(name);
  if (Array.isArray(value)) {
    return `<${tag}>${value.map((one) => `<${entry}>${content(one, entry, rename)}</${entry}>`).join('')}</${tag}>`;
  }
  return `<${tag}>${content(value, entry, rename)}</${tag}>`;
}

function content(value: unknown, entry: string, rename: (name: string) => string): string {
  if (typeof value !== 'object' || value === null) return escapeXml(String(value));
  return Object.entries(value)
    .map(([name, inner]) => element(name, inner, entry, rename))
    .join('');
}

function lowerFirst(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** One page of a list; the token is the index of the next entry. */
export function pageOf<Item>(
  items: readonly Item[],
  token: string | null,
  size: number,
): { items: Item[]; next: string | undefined } {
  const start = token === null ? 0 : Number(token);
  const end = start + size;
  return { items: items.slice(start, end), next: end < items.length ? String(end) : undefined };
}
