import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toEventEntries } from '../../src/schedule/deliveries/event-entries.ts';
import { slackMessage } from '../../src/schedule/deliveries/slack.ts';
import { buildPublication } from '../../src/schedule/deliveries/sns.ts';
import { parseTargets, targetForms } from '../../src/schedule/deliveries/targets.ts';
import { detailTypes } from '../../src/schedule/deliveries/event-entries.ts';
import { teamsMessage } from '../../src/schedule/deliveries/teams.ts';
import { fleetExample } from './deliveries/fleet-messages.ts';
import { nights } from './deliveries/messages.ts';

/** docs/messages.md shows exactly what receivers get, docs/schedule.md every destination. */

const read = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
const [schedule, messages] = [read('schedule.md'), read('messages.md')];
const message = nights.blocker;

function example(name: string): string {
  const [, text] = messages.split(`<!-- example: ${name} -->\n`);
  return /^```\w+\n(.*?)\n```/s.exec(text ?? '')?.[1] ?? '';
}

it.each([
  ['message', message],
  ['slack', slackMessage(message)],
  ['teams', teamsMessage(message)],
  ['event', buildEvent()],
  ['fleet', fleetExample],
])('the example of %s', (name, sent) => {
  expect(JSON.parse(example(name))).toEqual(sent);
});

function buildEvent() {
  const [, { Source, DetailType, Resources, Detail = '' } = {}] = toEventEntries(message);
  return { Source, DetailType, Resources, Detail: JSON.parse(Detail) as unknown };
}

it.each([
  ['email', message],
  ['fleet-email', fleetExample],
])('the example of %s', (name, sent) => {
  const { Subject, Message } = buildPublication(sent, 'arn:aws:sns:eu-west-1:111122223333:nights');
  const { email = '' } = JSON.parse(Message) as { email?: string };
  expect(example(name)).toBe(`Subject: ${Subject}\n\n${email.trimEnd()}`);
});

it('names every target and every detail type', () => {
  expect(targetForms.filter((form) => !schedule.includes(`\`${form}\``))).toEqual([]);
  expect(detailTypes.filter((type) => !messages.includes(`\`${type}\``))).toEqual([]);
});

it('shows a signing secret that is one', () => {
  expect(schedule).toContain('whsec_$(openssl rand -base64 32)');
  const env = { HOOK: 'https://hooks.example/', HOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` };
  expect(parseTargets(['webhook:env:HOOK'], env).length).toBe(1);
});
