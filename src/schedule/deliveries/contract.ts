import type { FleetMessage } from '../changes/fleet-message.ts';
import type { Message } from '../changes/message.ts';
import type { Reason } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import type { Encryption } from '../../sources/aws/encryption.ts';

/** The page of a run. */
export interface Page {
  /** The report as one self-contained HTML file. */
  html: string;
}

/** The message about one cluster, or about several. */
export type AnyMessage = Message | FleetMessage;

/** What a run delivers to its targets. */
export interface Delivery {
  message: AnyMessage;
  /** False if `--notify-on` excludes the message: only the page is sent. */
  needsMessage: boolean;
  /** Null: there is no report, or no HTML. */
  page: Page | null;
  /** `{account}/{region}/{cluster}/{scannedAt}` or `fleet/{scannedAt}`, with `-` for `:`. Empty if there is no scan, and thus no page. */
  place: string;
}

/**
 * One target of `--deliver`. stderr and errors show its `name`, `slack (env:SLACK_WEBHOOK_URL)`, never the secret.
 * Secrets are behind functions, so that printing a target does not reveal them.
 */
export type Target =
  | { kind: 'file'; name: string; folder: string }
  | { kind: 's3'; name: string; bucket: string; prefix: string }
  | { kind: 'stdout'; name: string }
  | { kind: 'sns'; name: string; topicArn: string }
  | { kind: 'events'; name: string; bus: string }
  | { kind: 'slack' | 'teams'; name: string; url: () => URL }
  | { kind: 'webhook'; name: string; url: () => URL; secret: () => Buffer };

/** True for a target that receives messages; the others receive pages. */
export function getsMessages({ kind }: Pick<Target, 'kind'>): boolean {
  return kind !== 'file' && kind !== 's3';
}

/** What the deliveries of a run share. */
export interface DeliveryContext {
  env: NodeJS.ProcessEnv;
  /** `eks-preflight/0.2.0`. */
  userAgent: string;
  /** Opens the AWS source, for targets in AWS only. Rejects with a ScanError if Region or credentials are missing. */
  aws(): Promise<AwsSource>;
  encryption: Encryption | null;
  /** Aborted by SIGTERM and similar signals: ends everything in progress. */
  signal: AbortSignal;
  /** Writes a line, which must not contain secrets, to the `--verbose` log. Does nothing without `--verbose`. */
  log(line: string): void;
  /** Prints a message. May return a promise, which ends when the text is written. */
  stdout(text: string): unknown;
}

/** A target that did not receive everything, and why. */
export interface DeliveryFailure {
  target: string;
  reason: Reason;
}

/** Delivers to all targets, pages before messages. Never rejects: returns the failures. */
export type Deliver = (
  delivery: Delivery,
  targets: readonly Target[],
  context: DeliveryContext,
) => Promise<readonly DeliveryFailure[]>;

/**
 * Parses the values of `--deliver` and reads the secrets that they name.
 * @throws ScanError (`usage`) if a value is invalid or a secret cannot be read
 */
export type ParseTargets = (values: readonly string[], env: NodeJS.ProcessEnv) => readonly Target[];

/** The limits of one delivery. */
export interface DeliveryLimits {
  /** The maximum number of attempts. */
  tries: number;
  /** The time for all attempts, in milliseconds. */
  allMs: number;
  /** The time of one attempt, including the body of the response if it is read, in milliseconds. */
  tryMs: number;
  /** The wait before the second attempt, in milliseconds; it doubles with each attempt. */
  waitMs: number;
}

export const deliveryLimits: DeliveryLimits = { tries: 4, allMs: 60_000, tryMs: 15_000, waitMs: 1_000 };
