import { factNames } from '../../src/facts/facts.ts';
import type { Mark } from '../../src/facts/marks.ts';
import { readingSchemas, type Readings } from '../../src/facts/reading.ts';
import { redactInventory } from '../../src/inventory/redact/redact.ts';
import { mapTexts } from '../../src/inventory/redact/walk.ts';

/** Texts with a word that belongs to the cluster's owner (zebrafinch), in the forms of many kinds of values. */
export const spellings: readonly string[] = [
  'zebrafinch',
  'ZebraFinch',
  'ZEBRAFINCH',
  'zebrafinch-prod_2',
  'v1.33.5-zebrafinch',
  'zebrafinch-1.2.3',
  'm6i.zebrafinch',
  'eu-zebrafinch-1a',
  'AmazonEKSZebrafinchPolicy',
  'system:zebrafinch',
  'arn:aws:iam::444455556666:role/team/zebrafinch',
  'arn:aws:iam::aws:policy/Zebrafinch',
  'ec2:Zebrafinch*',
  'karpenter.sh/zebrafinch',
  'zebrafinch.example.com',
  'https://vault.zebrafinch.io:8443/v1?zebrafinch=1',
  'zebrafinch.s3.eu-west-1.amazonaws.com',
  'zebrafinch.github.io',
  'public.ecr.aws/zebrafinch/coredns:zebrafinch',
  'jane.zebrafinch@example.com',
  'sg-zebrafinch-0123456789abcdef0',
  'kubectl/v1.33.0 (linux/amd64) zebrafinch/abc',
  'Amazon Linux 2 (Zebrafinch hardened)',
  '6.1.0-zebrafinch.amzn2.x86_64',
  'the bucket "zebrafinch" of alias/zebrafinch is not there: see /home/zebrafinch/x and ${zebrafinch}',
  '{"zebrafinch":"zebrafinch"}',
  'caf\u00e9-zebrafinch',
  'a_zebrafinch_b',
  '\u001b[31mzebrafinch\u001b[0m',
  'zebrafinch@v1.2.3',
  'RoleArn=arn%3Aaws%3Aiam%3A%3A444455556666%3Arole%2Fzebrafinch',
  'zebrafinch444455556666',
  '../zebrafinch/*',
];

/** Texts that still contain a word of the owner after redaction. */
export function leftIn(readings: Readings): string[] {
  const { readings: redacted } = redactInventory({ takenAt: '2026-11-20T12:00:00Z', readings });
  return JSON.stringify(redacted).match(/[^"]*zebra_?finch[^"]*/gi) ?? [];
}

/** The readings with each text replaced by the result of `plant`. */
export function planted(readings: Readings, plant: (text: string, nth: number, mark: Mark) => string): Readings {
  let nth = 0;
  const facts = factNames.flatMap((fact) =>
    readings[fact] === undefined
      ? []
      : [[fact, mapTexts(readingSchemas[fact], readings[fact], (text, mark) => plant(text, nth++, mark))]],
  );
  return Object.fromEntries(facts) as Readings;
}
