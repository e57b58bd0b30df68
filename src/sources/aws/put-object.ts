import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import type { AwsSource } from './contract.ts';

/** Error codes if another writer wrote or deleted the object, so that the condition is no longer true. */
const raced: ReadonlySet<string> = new Set(['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey']);

/**
 * Writes an object, on a condition (`IfNoneMatch`, `IfMatch`) if the input has one.
 * @returns false if another writer was faster, so that the condition is no longer true
 * @throws ScanError
 */
export async function putObject(source: AwsSource, input: PutObjectCommandInput): Promise<boolean> {
  const { PutObjectCommand } = await import('./sdk/s3.ts');
  const client = await source.client('s3');
  const command = new PutObjectCommand(input);
  return source.call('s3:PutObject', () => client.send(command).then(() => true, falseIfRaced));
}

function falseIfRaced(error: unknown): false {
  if (error instanceof Error && raced.has(error.name)) return false;
  throw error;
}
