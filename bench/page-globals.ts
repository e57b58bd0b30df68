import { pageAssets } from '../scripts/page-assets.ts';

/** Defines the names that scripts/build.ts replaces in a build; imported before what reads them. */
for (const [name, text] of Object.entries(pageAssets())) Reflect.set(globalThis, name, JSON.parse(text));
