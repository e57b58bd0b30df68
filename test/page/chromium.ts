import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

/**
 * A real Chromium: the one on PATH, else Debian's packages, unpacked into the user's cache with the libraries that the machine
 * lacks.
 Nothing is installed, and nobody has to be root: apt keeps its lists in that folder, too.
 */
const run = promisify(execFile);

const folder = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'eks-preflight', 'chromium');
const packages = ['chromium', 'fonts-dejavu-core', 'fontconfig-config'];
const onPath = ['chromium', 'chromium-browser', 'google-chrome'];

interface Program {
  file: string;
  env: Record<string, string>;
}

/** Starts it. Only this page's own files are opened, so that its sandbox, which a container may not offer, is not needed. */
export async function startChromium(): Promise<Browser> {
  const { file, env } = (await installed()) ?? (await unpacked());
  return chromium.launch({
    executablePath: file,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    env: { ...process.env, ...env },
  });
}

/** Why there is none here: a machine without Debian's packages. CI must have it, so there it is a failure. */
export async function chromiumMissing(): Promise<string | undefined> {
  if (process.env['CI'] !== undefined || (await installed()) !== undefined) return undefined;
  try {
    await run('apt-get', ['--version']);
    await run('dpkg', ['--version']);
    return undefined;
  } catch {
    return 'no chromium on PATH, and no apt-get to get it with';
  }
}

async function installed(): Promise<Program | undefined> {
  for (const place of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const name of onPath) {
      const file = path.join(place, name);
      if (isProgram(file)) return { file, env: {} };
    }
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function unpacked(): Promise<Program> {
  const root = path.join(folder, 'root');
  await access(path.join(folder, 'complete')).catch(() => unpack(root));
  const libraries = await foldersWithLibraries(path.join(root, 'usr/lib'));
  return {
    file: path.join(root, 'usr/lib/chromium/chromium'),
    env: {
      LD_LIBRARY_PATH: libraries.join(':'),
      ...((await hasFonts()) ? {} : { FONTCONFIG_FILE: await ownFonts(root) }),
    },
  };
}

async function foldersWithLibraries(top: string): Promise<string[]> {
  const files = await readdir(top, { recursive: true });
  const libraries = files.filter(
    (file) => /\.so(?:\.\d+)*$/.test(file) && !/(?:^|\/)(?:chromium|gtk-3\.0)\//.test(file),
  );
  return [...new Set(libraries.map((file) => path.dirname(path.join(top, file))))];
}

/** All or nothing: what a killed run leaves behind is made anew. */
async function unpack(root: string): Promise<void> {
  const made = `${folder}-${process.pid}`;
  await rm(made, { recursive: true, force: true });
  const apt = await aptIn(path.join(made, 'apt'));
  await run('apt-get', [...apt, 'update'], { timeout: 120_000 });
  const { stdout } = await run('apt-get', [...apt, 'install', '--simulate', '--no-install-recommends', ...packages]);
  const needed = [...new Set([...namesIn(stdout), ...packages])];
  const debs = path.join(made, 'debs');
  await mkdir(debs, { recursive: true });
  await run('apt-get', [...apt, 'download', ...needed], { cwd: debs, timeout: 600_000 });
  const files = (await readdir(debs)).filter((file) => file.endsWith('.deb'));
  for (const file of files) await run('dpkg', ['-x', path.join(debs, file), path.join(made, 'root')]);
  await rm(debs, { recursive: true });
  await writeFile(path.join(made, 'complete'), `${files.join('\n')}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder).catch(() => access(path.join(folder, 'complete')));
  await rm(made, { recursive: true, force: true });
  await access(root);
}

/** `Inst chromium (156.0 Debian:12 [amd64])` */
function namesIn(simulated: string): string[] {
  return [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
}

/** Options with which apt writes nothing outside of a folder; what is installed it reads from the machine. */
async function aptIn(place: string): Promise<string[]> {
  for (const part of ['lists/partial', 'cache/archives/partial'])
    await mkdir(path.join(place, part), { recursive: true });
  return [
    '--quiet',
    '--option=Debug::NoLocking=1',
    `--option=Dir::State::Lists=${path.join(place, 'lists')}`,
    `--option=Dir::Cache=${path.join(place, 'cache')}`,
    '--option=APT::Sandbox::User=',
    '--option=Acquire::Retries=3',
  ];
}

async function hasFonts(): Promise<boolean> {
  return access('/usr/share/fonts').then(
    async () =>
      (await readdir('/usr/share/fonts', { recursive: true })).some((file) => /\.(?:ttf|otf|pfb)$/.test(file)),
    () => false,
  );
}

async function ownFonts(root: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  const fonts = path.join(root, 'usr/share/fonts');
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${folder}/fonts</cachedir></fontconfig>\n`,
  );
  return file;
}
