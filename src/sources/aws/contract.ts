import type { AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import type { EC2Client } from '@aws-sdk/client-ec2';
import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import type { Cluster, EKSClient } from '@aws-sdk/client-eks';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { IAMClient } from '@aws-sdk/client-iam';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import type { SNSClient } from '@aws-sdk/client-sns';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';
import type { AwsCredentialIdentity } from '@smithy/types';
import type { IamAction } from '../../facts/reason.ts';

/** The AWS options of the command line. Everything else is resolved as in the AWS CLI. */
export interface AwsOptions {
  cluster: string;
  region?: string;
  profile?: string;
  roleArn?: string;
  externalId?: string;
}

/** Credentials that one command keeps for its later sources, so that it does not assume a role for each look. */
export interface KeptCredentials {
  /** The last ones. Only those with an expiration are used again. */
  current?: AwsCredentialIdentity | undefined;
}

/** The clients of all services, named as in IAM; each is loaded and built at its first use. */
export interface AwsClients {
  eks: EKSClient;
  ec2: EC2Client;
  iam: IAMClient;
  kms: KMSClient;
  sts: STSClient;
  autoscaling: AutoScalingClient;
  sqs: SQSClient;
  events: EventBridgeClient;
  logs: CloudWatchLogsClient;
  servicequotas: ServiceQuotasClient;
  cloudwatch: CloudWatchClient;
  /** For the history and for deliveries only. */
  s3: S3Client;
  /** For deliveries only. */
  sns: SNSClient;
}

/**
 * The AWS account. Scans only read it, except in `refresh-insights.ts` and `logs-query.ts`; the history and deliveries
 * write. Methods reject with a ScanError only: a denied call has its action as the permission, a missing object is
 * `absent`, a missing operation `not-offered`.
 */
export interface AwsSource {
  region: string;
  /** The client of a service, loaded on demand; in another Region if one is given. */
  client<Name extends keyof AwsClients>(name: Name, region?: string): Promise<AwsClients[Name]>;
  /** Runs one call (or all pages of a paginator) under its IAM action and maps its errors. */
  call<Output>(action: IamAction, run: () => Promise<Output>): Promise<Output>;
  /** The cluster from eks:DescribeCluster, requested once. The hint of `absent` has the Region and similar names. */
  describeCluster(): Promise<Cluster>;
  /** An EKS bearer token for the cluster, renewed before it expires. `renew`: the last one got 401, so sign another. */
  token(renew?: boolean): Promise<string>;
  close(): void;
}
