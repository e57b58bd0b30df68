import type { AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import type { EC2Client } from '@aws-sdk/client-ec2';
import type { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import type { Cluster, EKSClient } from '@aws-sdk/client-eks';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { IAMClient } from '@aws-sdk/client-iam';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SNSClient } from '@aws-sdk/client-sns';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';
import type { IamAction } from '../../facts/reason.ts';

/** What the command line says about the account. Everything else is resolved as the AWS CLI does. */
export interface AwsOptions {
  cluster: string;
  region?: string;
  profile?: string;
  roleArn?: string;
  externalId?: string;
}

/** The clients that collectors may ask for, by the services' names in IAM; each is loaded and built at its first use. */
export interface AwsClients {
  eks: EKSClient;
  ec2: EC2Client;
  iam: IAMClient;
  sts: STSClient;
  autoscaling: AutoScalingClient;
  sqs: SQSClient;
  events: EventBridgeClient;
  logs: CloudWatchLogsClient;
  /** For the history and for deliveries only. */
  s3: S3Client;
  /** For deliveries only. */
  sns: SNSClient;
}

/**
 * The AWS account, read-only (the exceptions: `refresh-insights.ts`, `logs-query.ts`). Every method rejects with a ScanError only: a denied call names its action as the
 * permission, an absent thing has the kind `absent`, an operation the region does not know has `not-offered`.
 */
export interface AwsSource {
  region: string;
  /** The client of a service, loaded on demand; in another region where one is named. */
  client<Name extends keyof AwsClients>(name: Name, region?: string): Promise<AwsClients[Name]>;
  /** Runs one call (or one paginator's whole walk) under its IAM action and maps its errors. */
  call<Output>(action: IamAction, run: () => Promise<Output>): Promise<Output>;
  /** The cluster as EKS describes it, asked for once. `absent` comes with the region used and the names near it as the hint. */
  describeCluster(): Promise<Cluster>;
  /** An EKS bearer token for the cluster, renewed before 14 minutes. `renew` = the last one got 401: another is signed. */
  token(renew?: boolean): Promise<string>;
  close(): void;
}
