import type { Message } from '../changes/message.ts';
import type { Reason } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import type { Encryption } from '../../sources/aws/encryption.ts';

/** The page of one run. */
export interface Page {
  /** The report as one self-contained HTML file. */
  html: string;
}

/** What one run hands to its targets. */
export interface Delivery {
  message: Message;
  /** False if `--notify-on` does not ask for the message: only the page is sent. */
  needsMessage: boolean;
  /** Null: there is no report, or no HTML. */
  page: Page | null;
  /** `{account}/{region}/{cluster}/{scannedAt}`, `-` for `:`, no extension. Empty (no page) if the account is unknown. */
  place: string;
}

/**
 * One target of `--deliver`. `name` is what stderr and errors call it: `slack (env:SLACK_WEBHOOK_URL)`, never the secret. Secrets
 * are behind functions, so that nothing that prints a target prints them.
 */
export type Target =
  | { kind: 'file'; name: string; folder: string }
  | { kind: 's3'; name: string; bucket: string; prefix: string }
  | { kind: 'stdout'; name: string }
  | { kind: 'sns'; name: string; topicArn: string }
  | { kind: 'events'; name: string; bus: string }
  | { kind: 'slack' | 'teams'; name: string; url: () => URL }
  | { kind: 'webhook'; name: string; url: () => URL; secret: () => Buffer };

/** True for a target of messages, not of pages. */
export function getsMessages({ kind }: Pick<Target, 'kind'>): boolean {
  return kind !== 'file' && kind !== 's3';
}

/** What deliveries need. */
export interface DeliveryContext {
  env: NodeJS.ProcessEnv;
  /** `eks-preflight/0.2.0`. */
  userAgent: string;
  /** Opens the AWS account, for targets in AWS only. Rejects with a ScanError without a Region or credentials. */
  aws(): Promise<AwsSource>;
  encryption: Encryption | null;
  /** Aborted by SIGTERM and similar signals: ends everything in progress. */
  signal: AbortSignal;
  /** One line of `--verbose`, without secrets. Does nothing without `--verbose`. */
  log(line: string): void;
  stdout(text: string): void;
}

/** A target that did not get everything. */
export interface DeliveryFailure {
  target: string;
  reason: Reason;
}

/** Sends to all targets at the same time; never rejects: what failed is in the result. */
export type Deliver = (
  delivery: Delivery,
  targets: readonly Target[],
  context: DeliveryContext,
) => Promise<readonly DeliveryFailure[]>;

/**
 * Reads `--deliver` and the secrets it names.
 * @throws ScanError (`usage`)
 */
export type ParseTargets = (values: readonly string[], env: NodeJS.ProcessEnv) => readonly Target[];

/** What one delivery may take. */
export interface DeliveryLimits {
  /** How often a message is sent at most. */
  tries: number;
  /** The time for all of them, in milliseconds. */
  allMs: number;
  /** The time of one try, from the connection to the status, in milliseconds. */
  tryMs: number;
  /** The wait before the second try, in milliseconds; it doubles. */
  waitMs: number;
}

export const deliveryLimits: DeliveryLimits = { tries: 4, allMs: 60_000, tryMs: 15_000, waitMs: 1_000 };
