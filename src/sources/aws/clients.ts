import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AwsClients } from '../aws.ts';
import type { CallLog } from '../kube.ts';
import type { Credentials } from './token.ts';

export interface ClientSettings {
  region: string;
  credentials: () => Promise<Credentials>;
  userAgent: string;
  log: CallLog;
  /** Longest silence of one response and longest wait for a connection, in milliseconds. */
  idleMs: number;
  connectMs: number;
}

/** Prefix of each service's actions in IAM policies. */
const prefixes: { [Name in keyof AwsClients]: string } = {
  eks: 'eks',
  ec2: 'ec2',
  iam: 'iam',
  sts: 'sts',
  autoscaling: 'autoscaling',
};

/** Where the SDK's loud notice about Node 20 would stand between the lines of a report. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** The one factory: every client has the same region, credentials, retries, time-outs, connections and log. */
export function createClients(settings: ClientSettings) {
  const { region, credentials, userAgent, idleMs, connectMs } = settings;
  const agents = {
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 16 }),
    httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: 16 }),
  };
  const config = {
    region,
    credentials,
    retryMode: 'adaptive' as const,
    maxAttempts: 6,
    customUserAgent: userAgent,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      requestTimeout: idleMs,
      throwOnRequestTimeout: true,
      ...agents,
    },
  };
  const loaders: { [Name in keyof AwsClients]: () => Promise<AwsClients[Name]> } = {
    eks: async () => new (await import('./sdk/eks.ts')).EKSClient(config),
    ec2: async () => new (await import('./sdk/ec2.ts')).EC2Client(config),
    iam: async () => new (await import('./sdk/iam.ts')).IAMClient(config),
    sts: async () => new (await import('./sdk/sts.ts')).STSClient(config),
    autoscaling: async () => new (await import('./sdk/auto-scaling.ts')).AutoScalingClient(config),
  };
  const opened = new Map<keyof AwsClients, Promise<AwsClients[keyof AwsClients]>>();
  return {
    client<Name extends keyof AwsClients>(name: Name): Promise<AwsClients[Name]> {
      const client = opened.get(name) ?? loaders[name]().then((made) => logged(name, made, settings.log));
      opened.set(name, client);
      return client as Promise<AwsClients[Name]>;
    },
    close(): void {
      agents.httpAgent.destroy();
      agents.httpsAgent.destroy();
    },
  };
}

/** One record an HTTP attempt, by a middleware inside the retries; the names in its context survive minification. */
function logged<Client extends AwsClients[keyof AwsClients]>(
  name: keyof AwsClients,
  client: Client,
  log: CallLog,
): Client {
  const stack = client.middlewareStack as AwsClients['eks']['middlewareStack'];
  stack.add(
    (next, context) => async (args) => {
      const started = performance.now();
      const call = `${prefixes[name]}:${(context.commandName ?? '').replace(/Command$/, '')}`;
      const tell = (outcome: string) =>
        log({ source: 'aws', call, outcome, milliseconds: performance.now() - started });
      try {
        const answer = await next(args);
        tell('ok');
        return answer;
      } catch (error) {
        tell(error instanceof Error ? error.name : 'error');
        throw error;
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'eksPreflightLog' },
  );
  return client;
}
