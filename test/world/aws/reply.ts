import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { isJsonService, usesJsonProtocol, type AwsRequest, type Service } from './request.ts';

/** An HTTP response of the endpoint. */
export interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** The result of an operation before it is serialized in the service's protocol, or an AWS error. */
export type Outcome = { output: Record<string, unknown> } | AwsFailure;

/** An error with AWS's name for it. */
export interface AwsFailure {
  error: string;
  status: number;
  message: string;
}

/** The answer of a JSON service. */
export function jsonReply(value: unknown, status = 200, headers: OutgoingHttpHeaders = {}): Reply {
  const more = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers };
  return { status, headers: more, body: JSON.stringify(value) };
}

/** An XML answer of a query service. */
export function xmlReply(body: string, status = 200): Reply {
  const headers = { 'content-type': 'text/xml;charset=UTF-8', 'x-amzn-requestid': randomUUID() };
  return { status, headers, body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` };
}

/** An error in the shape of the service's protocol. */
export function errorReply(service: Service, { error, status, message }: AwsFailure): Reply {
  if (service === 'eks')
    return jsonReply({ message }, status, { 'x-amzn-errortype': `${error}:http://internal.amazon.com/coral/` });
  // SQS has two names for an error: one for its current protocol, one for the old one.
  if (service === 'sqs') {
    const old = error === 'QueueDoesNotExist' ? 'AWS.SimpleQueueService.NonExistentQueue' : error;
    return jsonReply({ __type: `com.amazonaws.sqs#${error}`, message }, status, {
      'x-amzn-query-error': `${old};Sender`,
    });
  }
  if (isJsonService(service)) return jsonReply({ __type: error, message }, status);
  const text = escapeXml(message);
  if (service === 'ec2') {
    const errors = `<Errors><Error><Code>${error}</Code><Message>${text}</Message></Error></Errors>`;
    return xmlReply(`<Response>${errors}<RequestID>${randomUUID()}</RequestID></Response>`, status);
  }
  const type = `<Type>${status < 500 ? 'Sender' : 'Receiver'}</Type>`;
  const one = `<Error>${type}<Code>${error}</Code><Message>${text}</Message></Error>`;
  return xmlReply(`<ErrorResponse>${one}<RequestId>${randomUUID()}</RequestId></ErrorResponse>`, status);
}

/** IAM's error for a denied action, with the error code of the service. */
export function denial({ service, action }: AwsRequest, account: string, partition: string): AwsFailure {
  const user = `arn:${partition}:sts::${account}:assumed-role/preflight/session`;
  const why = `because no identity-based policy allows the ${action} action`;
  if (service === 'ec2') {
    const message = `You are not authorized to perform this operation. User: ${user} is not authorized to perform: ${action} ${why}. Encoded authorization failure message: ${'4fQbXr1aD0'.repeat(90)}`;
    return { error: 'UnauthorizedOperation', status: 403, message };
  }
  const error = usesJsonProtocol(service) ? 'AccessDeniedException' : 'AccessDenied';
  return { error, status: 403, message: `User: ${user} is not authorized to perform: ${action} on resource: * ${why}` };
}

/** AWS's error for an operation that does not exist. */
export function unknownOperation({ service, operation }: AwsRequest): AwsFailure {
  if (usesJsonProtocol(service))
    return { error: 'UnknownOperationException', status: 404, message: 'Unknown operation' };
  return {
    error: 'InvalidAction',
    status: 400,
    message: `The action ${operation ?? ''} is not valid for this web service.`,
  };
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
