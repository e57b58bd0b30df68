import { execFile, type ExecFileException } from 'node:child_process';
import { ScanError, type Reason } from '../../facts/reason.ts';
import type { Credential } from './credential.ts';
import { oneLine } from '../../syntax/one-line.ts';

/**
 * The `exec` part of a kubeconfig user.
 * Source: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export interface ExecPlugin {
  /** Name of the kubeconfig user, for messages. */
  user: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  apiVersion: string;
  installHint?: string;
  /** `Never`, `IfAvailable` or `Always`: whether it needs a user at a terminal. */
  interactiveMode: string;
  /** Given to the plugin if the kubeconfig sets `provideClusterInfo`. */
  cluster?: Readonly<Record<string, unknown>>;
}

const millisecondsBeforeExpiry = 60_000;
const outputBytes = 1024 * 1024;

/** Names kubectl, not the command line of the plugin: with some plugins, the arguments hold a client secret. */
const handHint = 'Try kubectl with the same context: it runs the same plugin.';

/**
 * Runs the plugin once and returns the bearer token it prints, to be renewed a minute before it expires (or halfway
 * through its remaining life, if less than two minutes remain). The plugin gets the environment `env` with its own
 * variables added, and may take `limit` milliseconds. Its standard input is closed, since a scan is not interactive.
 * Rejects with a {@link ScanError} of one line if the plugin needs a terminal, is not installed, fails (with what it
 * wrote to stderr), is too slow, or prints no valid token.
 */
export async function runExecPlugin(plugin: ExecPlugin, env: NodeJS.ProcessEnv, limit: number): Promise<Credential> {
  if (plugin.interactiveMode === 'Always') {
    const message = `${describePlugin(plugin)} needs a terminal (interactiveMode: Always), and a scan gives it none`;
    throw pluginError('denied', message, 'Use a context that logs in without a terminal, or omit --context.');
  }
  const output = await readOutput(plugin, { ...env, ...plugin.env, KUBERNETES_EXEC_INFO: execInfo(plugin) }, limit);
  return credentialFrom(output, plugin);
}

function execInfo({ apiVersion, cluster }: ExecPlugin): string {
  const spec = { interactive: false, ...(cluster === undefined ? {} : { cluster }) };
  return JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
}

function readOutput(plugin: ExecPlugin, env: NodeJS.ProcessEnv, limit: number): Promise<string> {
  const options = { env, timeout: limit, killSignal: 'SIGKILL' as const, maxBuffer: outputBytes, windowsHide: true };
  return new Promise<string>((resolve, reject) => {
    const child = execFile(plugin.command, [...plugin.args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(failure(plugin, error, stderr, limit));
    });
    child.stdin?.on('error', () => undefined).end();
  }).catch((error: unknown) => {
    if (error instanceof ScanError) throw error;
    throw pluginError(
      'denied',
      `${describePlugin(plugin)} cannot be run: ${oneLine(String(error), 300)}`,
      handHint,
      error,
    );
  });
}

function failure(plugin: ExecPlugin, error: ExecFileException, stderr: string, limit: number): ScanError {
  const name = describePlugin(plugin);
  if (error.code === 'ENOENT') return pluginError('denied', `${name} is not installed`, installHint(plugin), error);
  if (error.killed === true && error.code === null) {
    return pluginError('time-out', `${name} returned no credential within ${limit / 1000} s`, handHint, error);
  }
  const outcome =
    typeof error.code === 'number' ? `exit code ${error.code}` : (error.code ?? error.signal ?? 'no exit code');
  const said = oneLine(stderr, 300);
  return pluginError('denied', `${name} failed with ${outcome}${said === '' ? '' : `: ${said}`}`, handHint, error);
}

function credentialFrom(output: string, plugin: ExecPlugin): Credential {
  const status = parseStatus(output);
  if (status === undefined)
    throw pluginError('unreadable', `${describePlugin(plugin)} printed no ExecCredential`, handHint);
  const { token, expirationTimestamp } = status;
  if (typeof token !== 'string' || token === '') {
    const given = 'clientCertificateData' in status ? 'a client certificate and no token' : 'no token';
    throw pluginError('unreadable', `${describePlugin(plugin)} gave ${given}`, 'EKS takes bearer tokens only.');
  }
  return { headers: { Authorization: `Bearer ${token.trim()}` }, renewAt: renewAt(expirationTimestamp, plugin) };
}

function renewAt(expirationTimestamp: unknown, plugin: ExecPlugin): number {
  if (expirationTimestamp === undefined || expirationTimestamp === null) return Infinity;
  const expires = typeof expirationTimestamp === 'string' ? Date.parse(expirationTimestamp) : Number.NaN;
  if (Number.isNaN(expires))
    throw pluginError('unreadable', `${describePlugin(plugin)} returned an invalid expirationTimestamp`);
  const left = expires - Date.now();
  if (left <= 0)
    throw pluginError(
      'denied',
      `${describePlugin(plugin)} returned an expired token`,
      'Check the clock of this machine.',
    );
  return expires - Math.min(millisecondsBeforeExpiry, left / 2);
}

function parseStatus(output: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(output);
    const status: unknown =
      typeof parsed === 'object' && parsed !== null && 'status' in parsed ? parsed.status : undefined;
    return typeof status === 'object' && status !== null ? { ...status } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function describePlugin({ command, user }: ExecPlugin): string {
  return `exec plugin "${command}" of kubeconfig user "${user}"`;
}

function installHint({ command, installHint: hint }: ExecPlugin): string {
  const own = hint === undefined ? '' : `${oneLine(hint, 300)} `;
  const tool = /(^|[\\/])aws(\.exe)?$/.test(command) ? 'Install the AWS CLI' : `Install ${command}`;
  return `${own}${tool}, or omit --context: then no kubeconfig and no plugin is needed.`;
}

/** Every request after this one fails for the same reason, hence `shared`. */
function pluginError(kind: Reason['kind'], message: string, hint?: string, cause?: unknown): ScanError {
  return new ScanError({ kind, message, shared: message, ...(hint === undefined ? {} : { hint }) }, { cause });
}
