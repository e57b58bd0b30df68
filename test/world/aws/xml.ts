import { NormalizedSchema } from '@smithy/core/schema';
import type { Schema } from '@smithy/types';
import { escapeXml, xmlReply, type Reply } from './reply.ts';
import type { JsonService, Service } from './request.ts';

type XmlService = Exclude<Service, 'eks' | JsonService>;

/** An operation's schema: kind, namespace, name, traits, input, output. */
type OperationSchema = readonly [unknown, unknown, string, unknown, () => Schema, () => Schema];

/** The query services' models from the SDK: they define each element of the response. Loaded at first use. */
const models: Readonly<Record<XmlService, () => Promise<object>>> = {
  ec2: () => import('@aws-sdk/client-ec2'),
  iam: () => import('@aws-sdk/client-iam'),
  sts: () => import('@aws-sdk/client-sts'),
  autoscaling: () => import('@aws-sdk/client-auto-scaling'),
};

/** Serializes an output with the SDK's field names as the XML that the service sends. */
export async function xmlOutput(service: XmlService, operation: string, output: unknown): Promise<Reply> {
  const model = (await models[service]()) as Record<string, OperationSchema>;
  const schema = model[`${operation}$`];
  if (schema === undefined) throw new Error(`the SDK has no ${service}:${operation}`);
  const inner = fields(NormalizedSchema.of(schema[5]), output as Record<string, unknown>);
  const body = service === 'ec2' ? inner : `<${operation}Result>${inner}</${operation}Result>`;
  return xmlReply(`<${operation}Response>${body}</${operation}Response>`);
}

function fields(schema: NormalizedSchema, value: Readonly<Record<string, unknown>>): string {
  const members = new Map(schema.structIterator());
  const strange = Object.keys(value).find((name) => !members.has(name));
  if (strange !== undefined) throw new Error(`${schema.getName() ?? 'the output'} has no field ${strange}`);
  return [...members]
    .filter(([name]) => value[name] !== undefined && value[name] !== null)
    .map(([name, member]) => element(member.getMemberTraits().xmlName ?? name, member, value[name]))
    .join('');
}

function element(name: string, schema: NormalizedSchema, value: unknown): string {
  return `<${name}>${content(schema, value)}</${name}>`;
}

function content(schema: NormalizedSchema, value: unknown): string {
  if (schema.isListSchema()) {
    const item = schema.getValueSchema();
    const name = item.getMergedTraits().xmlName ?? 'member';
    return (value as readonly unknown[]).map((one) => element(name, item, one)).join('');
  }
  if (schema.isStructSchema()) return fields(schema, value as Record<string, unknown>);
  return escapeXml(value instanceof Date ? value.toISOString() : String(value));
}
