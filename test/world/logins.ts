import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request for credentials as it arrived. */
export interface LoginRequest {
  /** `AssumeRoleWithWebIdentity`, `GetRoleCredentials`, or the path of any other request, such as a container's. */
  operation: string;
  authorization: string | undefined;
  parameters: Record<string, string>;
}

/** Issuers of credentials for unsigned requests: STS for web identities, IAM Identity Center, a container's agent. */
export interface Logins {
  url: string;
  port: number;
  requests: LoginRequest[];
  close(): Promise<void>;
}

/** The access key that each of the three issuers returns. */
export const loginKeys = {
  webIdentity: 'ASIAWEBIDENTITYEXAMPLE',
  sso: 'ASIASSOEXAMPLE',
  container: 'ASIACONTAINEREXAMPLE',
};

/** How the issuers answer, with the error codes of AWS. */
export interface LoginOptions {
  /** The authorization header that a container must send. */
  containerToken?: () => string;
  /** The error of STS for AssumeRoleWithWebIdentity. */
  refuses?: { code: string; message: string };
}

const SECRET = 'login/wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE';

/** Starts all three issuers on one port. */
export async function startLogins({ containerToken, refuses }: LoginOptions = {}): Promise<Logins> {
  const requests: LoginRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://logins');
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
    const { authorization } = request.headers;
    const operation = resolveOperation(url.pathname, form);
    requests.push({ operation, authorization, parameters: { ...Object.fromEntries(url.searchParams), ...form } });
    const expiration = Date.now() + 3_600_000;
    if (operation === 'AssumeRoleWithWebIdentity') {
      const body = refuses === undefined ? webIdentity(form['RoleArn'] ?? '', expiration) : refusal(refuses);
      response.writeHead(refuses === undefined ? 200 : 403, { 'content-type': 'text/xml' }).end(body);
    } else if (operation === 'GetRoleCredentials') {
      const roleCredentials = {
        accessKeyId: loginKeys.sso,
        secretAccessKey: SECRET,
        sessionToken: 'sso-token',
        expiration,
      };
      json(response, { roleCredentials });
    } else if (containerToken !== undefined && authorization !== containerToken()) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"Unauthorized","message":"no"}');
    } else {
      const Expiration = new Date(expiration).toISOString();
      json(response, {
        AccessKeyId: loginKeys.container,
        SecretAccessKey: SECRET,
        Token: 'container-token',
        Expiration,
      });
    }
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function resolveOperation(path: string, form: Record<string, string>): string {
  if (form['Action'] !== undefined) return form['Action'];
  return path === '/federation/credentials' ? 'GetRoleCredentials' : path;
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function webIdentity(roleArn: string, expiration: number): string {
  const credentials = `<AccessKeyId>${loginKeys.webIdentity}</AccessKeyId><SecretAccessKey>${SECRET}</SecretAccessKey><SessionToken>web-token</SessionToken><Expiration>${new Date(expiration).toISOString()}</Expiration>`;
  const user = `<Arn>${roleArn.replace(':iam:', ':sts:')}/session</Arn><AssumedRoleId>AROAEXAMPLE:session</AssumedRoleId>`;
  return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials>${credentials}</Credentials><AssumedRoleUser>${user}</AssumedRoleUser></AssumeRoleWithWebIdentityResult><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></AssumeRoleWithWebIdentityResponse>`;
}

function refusal({ code, message }: { code: string; message: string }): string {
  return `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`;
}
