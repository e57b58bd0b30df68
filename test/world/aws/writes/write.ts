import type { World } from '../../world.ts';
import type { AwsFailure } from '../reply.ts';
import { toText, type AwsRequest, type Form } from '../request.ts';

/**
 * Changes the world as the words of the API say, and so resets what it resets if a member is omitted. Returns the output
 * of a JSON service, or an error.
 */
export type Write = (world: World, request: AwsRequest) => Record<string, unknown> | AwsFailure;

export type Json = Record<string, unknown>;

/** An object in the request; empty if there is none. */
export function toObject(value: Form[string]): Form {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

/** A required string of a request. Throws if it is missing, which the AWS CLI does not allow. */
export function required(form: Form, name: string): string {
  const value = toText(form[name]);
  if (value === undefined) throw new Error(`the request has no ${name}`);
  return value;
}

export function missing(error: string, message: string, status = 404): AwsFailure {
  return { error, status, message };
}
