/**
 * Writes docs/page.png, the picture of the HTML report in README.md: `npx tsx scripts/page-picture.ts`, after a build.
 * Uses Chromium from PATH, otherwise Debian's package of it.
 */
import { fileURLToPath } from 'node:url';
import { startChromium } from '../test/formats/page/chromium.ts';
import { runProcess } from '../test/world/run.ts';

const { stdout } = await runProcess(['demo', '--format', 'html'], { env: {} });
const browser = await startChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1_000, height: 980 } });
  await page.setContent(stdout);
  await page.screenshot({ path: fileURLToPath(new URL('../docs/page.png', import.meta.url)) });
} finally {
  await browser.close();
}
