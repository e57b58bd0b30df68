import { describe, expect, it } from 'vitest';
import { refusedScans } from '../world/refused-scans.ts';

/** What a scan of several clusters refuses before it starts any scan. */

const { run, refused } = refusedScans();

describe('a scan of several clusters', () => {
  it.each([
    ['--context x', '--context'],
    ['--kubeconfig x', '--kubeconfig'],
    ['--in-cluster', '--in-cluster'],
    ['--kube-server https://x', '--kube-server'],
    ['--inventory x', '--inventory'],
    ['--as-of now', '--as-of'],
    ['--show summary', '--show summary'],
    ['--show checks', '--show checks'],
    ['--show 1', '--show 1'],
    ['--group x', '--group'],
  ])('refuses %s', (options, flag) => refused(`scan a b ${options}`, `${flag} cannot be used with several clusters`));

  it.each([
    ['scan --all-clusters a', '--all-clusters cannot be combined with the name of a cluster'],
    ['scan --all-clusters a b', '--all-clusters cannot be combined with the name of a cluster'],
    ['scan --all-clusters --cluster a', '--all-clusters cannot be combined with the name of a cluster'],
    ['scan --all-clusters --inventory x', '--inventory cannot be used with several clusters'],
    ['scan a --region eu-west-1,us-east-1', '--region eu-west-1,us-east-1: a cluster is in one Region'],
    ['scan a b --region eu-west-1,us-east-1', '--region eu-west-1,us-east-1: a cluster is in one Region'],
    ['scan --all-clusters --region eu-west-1,moon', "invalid --region 'moon' (expected e.g. eu-west-1)"],
    ['scan a a', 'cluster a is named twice'],
    ['scan a b --cluster c', 'clusters specified twice: as arguments and with --cluster'],
    ['scan a b,c', "invalid --cluster 'b,c' (expected a name or an ARN)"],
    ['scan a b --parallel 0', "invalid --parallel '0' (expected a whole number from 1 to 64)"],
    ['scan a b --parallel x', "invalid --parallel 'x' (expected a whole number from 1 to 64)"],
    ['scan a b --parallel 65', "invalid --parallel '65' (expected a whole number from 1 to 64)"],
    ['scan a b --parallel 1.5', "invalid --parallel '1.5' (expected a whole number from 1 to 64)"],
    ['scan a b --fail-on moon', "invalid --fail-on 'moon' (expected fail, warn, unknown, not-covered or never)"],
    ['scan a b --redact', '--redact needs --save-inventory: a report is not redacted'],
    ['scan a b --deliver slack:https://x', expect.stringMatching(/^eks-preflight: --deliver slack: a secret cannot /)],
    ['scan a b --deliver slack:env:NO_SUCH', expect.stringMatching(/^eks-preflight: --deliver slack.*NO_SUCH/)],
  ])('refuses a contradiction: %s', async (line, said) => {
    if (typeof said === 'string') await refused(line, said);
    else expect((await run(line)).stderr.split('\n')[0]).toEqual(said);
  });

  it.each([
    ['--save-inventory x.json', '--save-inventory x.json: several clusters need a folder'],
    ['--baseline x.json', '--baseline x.json: several clusters need a folder'],
    ['--redact --save-inventory x/', '--redact with --save-inventory x/: the path of the file would name the cluster'],
    ['--output json=file/', 'cannot write file/: not a directory'],
    ['--output json=file/below/', 'cannot write file/below/: not a directory'],
    ['--output json=dangling/', 'cannot write dangling/: the link leads nowhere'],
    ['--output json=/proc/x/', 'cannot write /proc/x/: not a regular folder'],
    ['--save-inventory file/', 'cannot write file/: not a directory'],
    ['--output json=r/ --output json=r/', '--output r/ and --output r/ are the same file'],
    ['--output json=r/ --output json=./r/', '--output r/ and --output ./r/ are the same file'],
    ['--output json=r/ --baseline r/', '--baseline r/ and --output r/ are the same file'],
    ['--output nowhere/fleet.json', 'cannot write nowhere/fleet.json: no such file or directory'],
  ])('refuses files and folders that cannot be: %s', (options, said) => refused(`scan a b ${options}`, said));

  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'scan a b',
      { EKS_PREFLIGHT_OUTPUT: 'report.json' },
      'EKS_PREFLIGHT_OUTPUT names the file report.json: several clusters need folders',
    ],
    ['scan a b', { EKS_PREFLIGHT_INVENTORY: 'x' }, 'EKS_PREFLIGHT_INVENTORY cannot be used with several clusters'],
    ['scan a b', { EKS_PREFLIGHT_CONTEXT: 'x' }, 'EKS_PREFLIGHT_CONTEXT cannot be used with several clusters'],
    [
      'scan a b',
      { EKS_PREFLIGHT_PARALLEL: '99' },
      "invalid EKS_PREFLIGHT_PARALLEL '99' (expected a whole number from 1 to 64)",
    ],
  ])('names the variable that set an option: %s %j', (line, env, said) => refused(line, said, env));

  it('refuses formats that a table does not have', async () => {
    expect((await run('scan a b --format junit')).stderr).toMatch(
      /^eks-preflight: invalid --format 'junit' \(expected /,
    );
    const { stderr } = await run('scan a b', { EKS_PREFLIGHT_FORMAT: 'github' });
    expect(stderr).toMatch(/^eks-preflight: invalid EKS_PREFLIGHT_FORMAT 'github' \(expected /);
  });

  it('prints an error as JSON with --format json', async () => {
    const { code, stdout } = await run('scan a b --format json --context x');
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { schemaVersion: 1, error: { code: 'usage' } }]);
  });
});
