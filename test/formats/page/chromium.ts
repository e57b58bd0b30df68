import { access, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { onPath, unpackedDebian, isLeftOut, type Program, type Unpacked } from '../../packaging/debian.ts';

/** A real Chromium for tests of the HTML report: the one on PATH, otherwise Debian's package. */

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const packages = ['chromium', 'fonts-dejavu-core', 'fontconfig-config'];

/**
 * Starts Chromium without its sandbox, which does not work in every container. Tests open only files that they write.
 */
export async function startChromium(): Promise<Browser> {
  const { file, env } = await found();
  return chromium.launch({
    executablePath: file,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    env: { ...process.env, ...env },
  });
}

/** True if tests with Chromium are skipped, because it is neither on PATH nor available from Debian. */
export const isChromiumMissing = isLeftOut(...names);

async function found(): Promise<Program> {
  const file = onPath(...names);
  if (file !== undefined) return { file, env: {} };
  const unpacked = await unpackedDebian('chromium', packages);
  // Chromium and GTK load the libraries in their own folders themselves; on the library path, those libraries would
  // shadow the machine's own.
  const isOwn = (folder: string) => /(?:^|\/)(?:chromium|gtk-3\.0)(?:\/|$)/.test(path.relative(unpacked.root, folder));
  const libraries = unpacked.libraries.filter((folder) => !isOwn(folder));
  const fonts = (await hasFonts()) ? {} : { FONTCONFIG_FILE: await ownFonts(unpacked) };
  const program = path.join(unpacked.root, 'usr/lib/chromium/chromium');
  return { file: program, env: { LD_LIBRARY_PATH: libraries.join(':'), ...fonts } };
}

async function hasFonts(): Promise<boolean> {
  return access('/usr/share/fonts').then(
    async () =>
      (await readdir('/usr/share/fonts', { recursive: true })).some((file) => /\.(?:ttf|otf|pfb)$/.test(file)),
    () => false,
  );
}

async function ownFonts({ folder, root }: Unpacked): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  const fonts = path.join(root, 'usr/share/fonts');
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${folder}/fonts</cachedir></fontconfig>\n`,
  );
  return file;
}
