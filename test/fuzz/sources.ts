import type { Sources } from '../../src/sources/sources.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import type { KubeSource } from '../../src/sources/kube/contract.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import { startApiServer } from '../world/api-server.ts';
import { startAwsEndpoint, type RecordedCall } from '../world/aws-endpoint.ts';
import type { World } from '../world/world.ts';

/** The real sources for a running world. */
export interface OpenSources {
  /** AWS API calls so far. */
  calls: readonly RecordedCall[];
  sources(): Sources;
  /** Forgets the cached answers of both APIs. */
  renew(): Promise<void>;
  /** Forgets the cached answers of Kubernetes only. */
  renewKube(): void;
  close(): Promise<void>;
}

/** Starts the world in this process and opens sources for its API server and account. Retries do not wait. */
export async function openSources(world: World): Promise<OpenSources> {
  const api = await startApiServer(world);
  const endpoint = await startAwsEndpoint(world, { kube: { endpoint: api.url, caPem: api.caPem } });
  const account = {
    AWS_ENDPOINT_URL: endpoint.url,
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  const restore = setEnvironment(account);
  const userAgent = 'eks-preflight/fuzz';
  const openAws = (): Promise<AwsSource> =>
    createAwsSource({ cluster: 'prod', region: world.region }, { userAgent, maxAttempts: 1 });
  // Pages that lead back to earlier ones end soon: no world has as many.
  const openKube = (token: AwsSource['token']): KubeSource => {
    const headers = async () => ({ authorization: `Bearer ${await token()}` });
    return createKubeSource(
      { server: api.url, ca: api.caPem, headers },
      { userAgent, random: () => 0, limits: { pages: 200 } },
    );
  };
  let aws = await openAws();
  let kube = openKube(aws.token);
  const renewKube = (): void => {
    kube.close();
    kube = openKube(aws.token);
  };
  return {
    calls: endpoint.calls,
    sources: () => ({
      aws,
      kube: () => Promise.resolve(kube),
      local: { run: () => Promise.resolve({ found: false }) },
    }),
    async renew() {
      aws.close();
      // Another world of this process may have set its own endpoint meanwhile.
      Object.assign(process.env, account);
      aws = await openAws();
      renewKube();
    },
    renewKube,
    async close() {
      kube.close();
      aws.close();
      await Promise.all([api.close(), endpoint.close()]);
      restore();
    },
  };
}

/** The AWS SDK reads the environment of the process. */
function setEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const own = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of own) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
