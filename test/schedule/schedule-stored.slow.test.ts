import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nightsFile } from '../../scripts/nights.ts';
import { takeNights } from '../../scripts/store-nights.ts';

it('the nights that README.md and docs/schedule.md show are what the built command sends', async () => {
  expect(await takeNights()).toEqual(JSON.parse(readFileSync(nightsFile, 'utf8')));
});
