import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { StatusDocument } from '../../../src/report/status/schema.ts';
import { expectNoLoss, takenApart } from '../../e2e/forbidden-commands.ts';
import { withoutLine } from '../../laws/command-table/table.ts';
import { takenBack } from '../../laws/taken-back.ts';

/** The Deployment of the worlds: it mounts no claim. */
const cart = {
  kind: 'Deployment',
  namespace: 'shop',
  name: 'cart',
  replicas: 1,
  labels: {},
  containers: [],
  hostPaths: [],
  configMaps: [],
  claims: false,
};

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isPublished = ajv.compile(JSON.parse(readFileSync('schemas/status.schema.json', 'utf8')) as object);

/** A status follows its published schema. The table of commands has a line for each of its commands, and none loses data. */
export function expectLawful(document: StatusDocument): void {
  isPublished(document);
  expect(isPublished.errors ?? []).toEqual([]);
  const { groups } = document;
  for (const { actions, later } of groups) {
    for (const { text, commands } of [...actions, ...later]) {
      expect(withoutLine(commands.flatMap(takenApart))).toEqual([]);
      expect(takenBack(commands)).toEqual([]);
      expectNoLoss({ check: 'status', text, commands, facts: { deployments: [cart] } });
    }
  }
}
