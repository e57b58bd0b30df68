import { parse as parseYaml } from 'yaml';
import * as z from 'zod/mini';
import type { Files, Limits } from '../refresher.ts';
import { listKarpenterReleases } from './karpenter.ts';
import { readPages } from './web.ts';

const page = (tag: string): string =>
  `https://raw.githubusercontent.com/aws/karpenter-provider-aws/${tag}/website/content/en/preview/getting-started/getting-started-with-karpenter/cloudformation.yaml`;

/** The CloudFormation template that the documentation of the newest release installs; its page names the tag. */
export async function readTemplate(limits: Limits): Promise<Files> {
  const newest = (await listKarpenterReleases(limits)).at(-1);
  if (newest === undefined) throw new Error('no release of Karpenter is listed');
  return readPages([page(newest)]);
}

const statement = z.object({ Action: z.union([z.string(), z.array(z.string())]) });
const policy = z.object({ Statement: z.array(statement) });
const resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()) });
const template = z.object({ Resources: z.record(z.string(), resource) });
const pattern = z.object({ source: z.array(z.string()), 'detail-type': z.array(z.string()) });

export interface Template {
  /** The release whose tag has it: `1.15.2` */
  version: string;
  /** The actions that the policies of the controller allow. */
  actions: readonly string[];
  events: readonly { eventSource: string; detailType: string }[];
}

/** @throws Error if there is not one template, with policies and rules as expected */
export function parseTemplate(files: Files): Template {
  const [[name, yaml] = ['', ''], ...others] = files;
  const [, version] = /\/karpenter-provider-aws\/v([\d.]+)\//.exec(name) ?? [];
  if (version === undefined || others.length > 0) throw new Error('not one template of a release was read');
  const resources = Object.values(z.parse(template, parseYaml(yaml, { logLevel: 'error' })).Resources);
  const select = (type: string) => resources.flatMap((one) => (one.Type === type ? [one.Properties] : []));
  const documents = select('AWS::IAM::ManagedPolicy').map((one) => z.parse(z.string(), one['PolicyDocument']));
  const statements = documents.flatMap((json) => z.parse(policy, JSON.parse(json)).Statement);
  const actions = [...new Set(statements.flatMap(({ Action }) => Action))].toSorted();
  const events = select('AWS::Events::Rule').flatMap((one) => toEvents(z.parse(pattern, one['EventPattern'])));
  if (actions.length === 0 || events.length === 0) throw new Error(`${name} has no policies, or no rules`);
  return { version, actions, events };
}

function toEvents({ source, 'detail-type': types }: z.infer<typeof pattern>): Template['events'] {
  return source.flatMap((eventSource) => types.map((detailType) => ({ eventSource, detailType })));
}
