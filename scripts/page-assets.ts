import { buildSync } from 'esbuild';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/formats', import.meta.url));

/** The browsers that the page supports. */
const target = ['chrome120', 'firefox121', 'safari17.2'];

/**
 * The scripts and the style sheets of both pages for `define` of esbuild and vitest: `src/formats/html/assets.ts` and
 * `src/formats/fleet/html/assets.ts` read them. Building all takes 60 ms, so nothing has to be generated or stored.
 */
export function pageAssets(): Record<string, string> {
  return {
    __EKS_PREFLIGHT_PAGE_SCRIPT__: JSON.stringify(bundled('html/client/main.tsx', 'iife')),
    __EKS_PREFLIGHT_PAGE_STYLE__: JSON.stringify(bundled('html/page.css')),
    __EKS_PREFLIGHT_FLEET_SCRIPT__: JSON.stringify(bundled('fleet/html/client/main.tsx', 'iife')),
    __EKS_PREFLIGHT_FLEET_STYLE__: JSON.stringify(bundled('fleet/html/page.css')),
  };
}

function bundled(entry: string, format?: 'iife'): string {
  const { outputFiles } = buildSync({
    entryPoints: [path.join(folder, entry)],
    bundle: true,
    minify: true,
    write: false,
    target,
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
    ...(format === undefined ? {} : { format }),
  });
  const text = outputFiles[0]?.text.trim() ?? '';
  // Inside a page, the tags would end the element that contains the text, and `<!--` can hide the end of a script.
  if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`${entry} would break out of the page`);
  return text;
}
