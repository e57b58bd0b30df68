import { pageAssets } from '../scripts/page-assets.ts';

/**
 * Defines the names of the page's script and style sheet, which scripts/build.ts replaces in a build. Import this file
 * before any module that reads them.
 */
for (const [name, text] of Object.entries(pageAssets())) Reflect.set(globalThis, name, JSON.parse(text));
