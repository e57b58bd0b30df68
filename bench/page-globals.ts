import { pageAssets } from '../scripts/page-assets.ts';

/** Defines the names that scripts/build.ts replaces in a build. Import it before any module that reads them. */
for (const [name, text] of Object.entries(pageAssets())) Reflect.set(globalThis, name, JSON.parse(text));
