import { defineCollector } from '../collect.ts';
import { amazonImages, publicParameters } from './node-images.ts';

export const launchTemplateImages = defineCollector('launchTemplateImages', {
  permissions: [{ iam: 'ec2:DescribeImages' }],
  from: ['launchTemplates'],
  async collect({ aws }, facts) {
    const templates = await facts.read('launchTemplates');
    const versions = templates.flatMap(({ found }) => (found === null ? [] : [found, ...(found.others ?? [])]));
    const ids = versions.flatMap(({ imageId }) => imageId ?? []);
    return { value: [...(await amazonImages(aws, ids)), ...publicParameters(ids)] };
  },
});
