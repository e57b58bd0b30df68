import type { AwsSource } from './aws/contract.ts';
import type { KubeSource } from './kube/contract.ts';
import type { LocalSource } from './local/contract.ts';

/** What a collector may reach. `kube` connects at its first use and rejects with one shared reason where it cannot. */
export interface Sources {
  aws: AwsSource;
  kube(): Promise<KubeSource>;
  local: LocalSource;
}
