import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import type { Report } from '../../src/report/schema.ts';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** Parses a document, which must be well formed. */
export function parseXml(text: string): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const made = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(made);
    open.push(made);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (part) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += part;
  });
  parser.write(text).close();
  const [root] = document.children;
  if (root === undefined) throw new Error('no element');
  return root;
}

/**
 * The part of Jenkins' JUnit schema (junit-10.xsd) that our report uses: the attributes and children that each element
 * may have, and the attributes that we require.
 */
const elements: Readonly<Record<string, { attributes: string[]; required: string[]; children: string[] }>> = {
  testsuites: { attributes: ['name', 'tests', 'failures', 'errors', 'time'], required: [], children: ['testsuite'] },
  testsuite: {
    attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'],
    required: ['name'],
    children: ['testcase'],
  },
  testcase: {
    attributes: ['name', 'classname', 'time'],
    required: ['name', 'classname'],
    children: ['failure', 'error', 'skipped', 'system-out'],
  },
  failure: { attributes: ['message', 'type'], required: ['message'], children: [] },
  error: { attributes: ['message', 'type'], required: ['message'], children: [] },
  skipped: { attributes: ['message', 'type'], required: ['message'], children: [] },
  'system-out': { attributes: [], required: [], children: [] },
};

function expectElement({ name, attributes, children, text }: XmlElement): void {
  const allowed = elements[name];
  expect(Object.keys(attributes).filter((key) => allowed?.attributes.includes(key) !== true)).toEqual([]);
  expect(allowed?.required.filter((key) => attributes[key] === undefined)).toEqual([]);
  expect(children.filter((child) => allowed?.children.includes(child.name) !== true)).toEqual([]);
  if (children.length > 0) expect(text.trim()).toBe('');
  for (const count of ['tests', 'failures', 'errors', 'skipped', 'time'])
    expect(attributes[count] ?? '0').toMatch(/^\d+$/);
  for (const child of children) expectElement(child);
}

/** The outcome of each test case, by its name. */
export function parseOutcomes(text: string): Record<string, string> {
  const cases = parseXml(text).children.flatMap(({ children }) => children);
  return Object.fromEntries(cases.map((one) => [one.attributes['name'], toOutcome(one)]));
}

function toOutcome({ children }: XmlElement): string {
  const [only] = children;
  return only === undefined || only.name === 'system-out' ? 'pass' : only.name;
}

export function expectJunit(text: string, report: Report): void {
  const root = parseXml(text);
  expect(root.name).toBe('testsuites');
  expectElement(root);
  for (const suite of root.children) {
    const outcomes = suite.children.map(toOutcome);
    const count = (outcome: string) => `${outcomes.filter((one) => one === outcome).length}`;
    const { tests, failures, errors, skipped, timestamp } = suite.attributes;
    expect([tests, failures, errors, skipped]).toEqual([
      `${outcomes.length}`,
      count('failure'),
      count('error'),
      count('skipped'),
    ]);
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    for (const one of suite.children) expect(one.children.length).toBeLessThan(2);
  }
  const sum = (key: string) => `${root.children.reduce((total, { attributes }) => total + Number(attributes[key]), 0)}`;
  expect([root.attributes['tests'], root.attributes['failures'], root.attributes['errors']]).toEqual([
    sum('tests'),
    sum('failures'),
    sum('errors'),
  ]);
  const { gate, ...outcomes } = parseOutcomes(text);
  expect(Object.keys(outcomes)).toEqual(report.results.map(({ id }) => id));
  expectExitCode({ gate, checks: Object.values(outcomes) }, report);
}

/**
 * Expects the outcome of the gate to match the exit code. With exit code 0, no check fails or errs; with any other, at
 * least one does, unless the gate has unmet requirements or topics that are not covered. Only checks with the status
 * `pass` or `warn` pass.
 */
function expectExitCode({ gate, checks }: { gate: string | undefined; checks: string[] }, report: Report): void {
  const bad = checks.filter((outcome) => outcome === 'failure' || outcome === 'error');
  expect(gate).toBe(['pass', 'failure', 'error'][report.exitCode]);
  if (report.exitCode === 0) expect(bad).toEqual([]);
  else if (report.gate.unmetRequirements.length + report.gate.notCovered.length === 0) expect(bad).not.toEqual([]);
  const passed = report.results.filter((_, index) => checks[index] === 'pass');
  expect(passed.filter(({ status }) => status !== 'pass' && status !== 'warn').map(({ id }) => id)).toEqual([]);
}
