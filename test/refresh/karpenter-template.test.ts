import { describe, expect, it } from 'vitest';
import { karpenterEvents } from '../../scripts/refresh/tables/karpenter-events.ts';
import { karpenterProbes } from '../../scripts/refresh/tables/karpenter-probes.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { karpenterTemplate } from './samples.ts';

const template = karpenterTemplate('1.14');
const files = new Map([
  ['https://raw.githubusercontent.com/aws/karpenter-provider-aws/v1.14.1/cloudformation.yaml', template],
]);

function edit(text: string, to: string): Map<string, string> {
  if (!template.includes(text)) throw new Error(`the template does not hold ${text}`);
  return new Map([...files].map(([name, yaml]) => [name, yaml.replaceAll(text, to)]));
}

describe('karpenter-probes', () => {
  it('asks for the actions that the policies of 1.14 allow', () => {
    expect(judgeRecorded(karpenterProbes, files)).toEqual({ changes: [], questions: [], stated: 0 });
  });

  it('asks about an action that comes, and one that goes', () => {
    expect(judgeRecorded(karpenterProbes, edit('"ec2:TerminateInstances"', '"ec2:StopInstances"')).questions).toEqual([
      'ec2:StopInstances: 1.14.1 allows it, and no row asks for it',
      'ec2:TerminateInstances: 1.14.1 no longer allows it',
    ]);
  });
});

describe('karpenter-events', () => {
  it('holds the events that the rules of 1.14 send', () => {
    expect(judgeRecorded(karpenterEvents, files)).toEqual({ changes: [], questions: [], stated: 5 });
  });

  it('asks about an event that comes, and one that goes', () => {
    expect(judgeRecorded(karpenterEvents, edit('- AWS Health Event', '- AWS Health Alarm')).questions).toEqual([
      'aws.health, AWS Health Event: the source no longer states it',
      expect.stringContaining('aws.health, AWS Health Alarm: new, and a person must complete it'),
    ]);
  });
});

it.each([
  ['has no policies', edit('AWS::IAM::ManagedPolicy', 'AWS::IAM::Policy'), 'no policies, or no rules'],
  ['has no rules', edit('AWS::Events::Rule', 'AWS::Rule'), 'no policies, or no rules'],
  ['is of no release', new Map([['https://example.com/', template]]), 'not one template of a release'],
])('refuses a template that %s', (_what, wrong, error) => {
  expect(() => judgeRecorded(karpenterProbes, wrong)).toThrow(error);
  expect(() => judgeRecorded(karpenterEvents, wrong)).toThrow(error);
});
