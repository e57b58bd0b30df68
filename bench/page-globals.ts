import { pageAssets } from '../scripts/page-assets.ts';

/** What scripts/build.ts puts in the place of these names stands under them here; imported before what reads them. */
for (const [name, text] of Object.entries(pageAssets())) Reflect.set(globalThis, name, JSON.parse(text));
