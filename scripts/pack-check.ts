/**
 * Tests the installed package: packs it, installs the tarball offline in an empty folder and runs the command there,
 * with the given Node or this one: `npx tsx scripts/pack-check.ts [NODE]`, after scripts/build.ts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface Packed {
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string; mode: number }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const [node = process.execPath] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-pack-'));

function insist(condition: boolean, complaint: string): asserts condition {
  if (!condition) throw new Error(complaint);
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function pack(): Packed {
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root),
  ) as Packed[];
  insist(packed !== undefined, 'npm pack made nothing');
  const paths = packed.files.map((file) => file.path);
  const needed = [
    'dist/cli.js',
    'dist/rules/skew.json',
    'dist/sbom.cdx.json',
    'man/eks-preflight.1',
    'dist/index.js',
    'schemas/index.d.ts',
    'schemas/report.d.ts',
    'THIRD_PARTY_NOTICES.txt',
  ];
  for (const wanted of needed) insist(paths.includes(wanted), `the package has no ${wanted}`);
  const stray = paths.filter((file) => /^(src|test|checks|rules|scripts|bench|node_modules|\.)/.test(file));
  insist(stray.length === 0, `the package holds ${stray.join(', ')}`);
  return packed;
}

function install({ filename }: Packed): string {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  npm(['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', path.join(folder, filename)], folder);
  const modules = path.join(folder, 'node_modules');
  const installed = readdirSync(modules).filter((name) => !name.startsWith('.'));
  insist(installed.join() === 'eks-preflight', `installed with run-time dependencies: ${installed.join(', ')}`);
  return path.join(modules, '.bin', 'eks-preflight');
}

/** Runs the installed command with an empty home, without AWS settings or a kubeconfig. Returns what it prints. */
function run(command: string, args: readonly string[], exitCodes: readonly number[]): string {
  const env = { PATH: [path.dirname(node), process.env['PATH'] ?? ''].join(path.delimiter), HOME: folder };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8', timeout: 60_000 });
  const said = `eks-preflight ${args.join(' ')}: exit code ${status}\n${stdout}${stderr}`;
  insist(status !== null && exitCodes.includes(status), said);
  insist(stdout.trim() !== '', `nothing on stdout. ${said}`);
  insist(stderr === '', `something on stderr. ${said}`);
  return stdout;
}

try {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const packed = pack();
  npm(['publish', '--dry-run', '--ignore-scripts', '--loglevel', 'error'], root);
  const command = install(packed);
  const shown = run(command, ['--version'], [0]);
  insist(shown.includes(version), `--version shows "${shown.trim()}", not ${version}`);
  run(command, ['demo'], [0, 1, 2]);
  const used = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  console.log(
    `${packed.filename}: ${kilobytes(packed.size)}, unpacked ${kilobytes(packed.unpackedSize)}, ${packed.files.length} files, works with Node ${used}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
