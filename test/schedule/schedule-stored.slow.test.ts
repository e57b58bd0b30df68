import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fleetNightsFile, nightsFile } from '../../scripts/nights.ts';
import { takeFleetNights, takeNights } from '../../scripts/store-nights.ts';

it('the nights that README.md and docs/schedule.md show are what the built command sends', async () => {
  expect(await takeNights()).toEqual(JSON.parse(readFileSync(nightsFile, 'utf8')));
});

it('the nights of several clusters that docs/schedule.md shows are what the built command sends', async () => {
  expect(await takeFleetNights()).toEqual(JSON.parse(readFileSync(fleetNightsFile, 'utf8')));
});
