import { notifyOn } from '../../schedule/changes/notify-on.ts';
import { oneOf, option } from './option.ts';
import { encryptions } from './options.ts';

/** A scheduled scan: docs/schedule.md. */
export const scheduleOptions = [
  option(
    '--state <location>',
    'where a scheduled scan keeps its reports and its state: a folder, or s3://BUCKET[/PREFIX]',
  ),
  option(
    '--deliver <destination,...>',
    'where to send HTML reports and messages: file:FOLDER, s3://BUCKET[/PREFIX], stdout, sns:TOPIC_ARN, events:BUS, slack:SECRET, teams:SECRET, webhook:SECRET; SECRET is env:NAME or file:PATH',
  ),
  oneOf(option('--notify-on <when>', 'when to send a message (default: change)'), notifyOn),
  option('--require-delivery', 'exit with 3 instead of 0 if a delivery fails or the state cannot be written'),
  option(
    '--report-url <url>',
    'base URL of the HTML reports that --deliver writes to file: or s3://, for links in messages',
  ),
  oneOf(
    option('--sse <value>', 'server-side encryption of S3 objects (default: the setting of the bucket)'),
    encryptions,
  ),
  option('--sse-kms-key-id <key>', 'KMS key for --sse aws:kms and aws:kms:dsse'),
];
