import type { AwsSource } from './aws/contract.ts';
import type { KubeSource } from './kube/contract.ts';
import type { LocalSource } from './local/contract.ts';

/** What a collector may access. `kube` connects on first use; if it cannot, it rejects with one shared reason. */
export interface Sources {
  aws: AwsSource;
  kube(): Promise<KubeSource>;
  local: LocalSource;
}
