import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { requireBlock } from '../docs/documented-blocks.ts';
import { awsCli } from './binaries.ts';

/** The definitions in docs/schedulers.md, validated by the AWS CLI before it sends them. */

const ecs = 'EventBridge Scheduler with ECS';
const codeBuild = 'EventBridge Scheduler with CodeBuild';

it.each([
  ['ecs register-task-definition', ecs, 0],
  ['scheduler create-schedule', ecs, 1],
  ['codebuild create-project', codeBuild, 0],
  ['scheduler create-schedule', codeBuild, 1],
])('aws %s takes the definition of %s', async (command, heading, at) => {
  const definition = JSON.parse(requireBlock('docs/schedulers.md', heading, at)) as Record<string, unknown>;
  expect(await sent(command, definition)).toHaveLength(1);
});

it('and not one with a typo', async () => {
  expect(await sent('scheduler create-schedule', { Nmae: 'eks-preflight' })).toEqual([]);
});

/** Returns the request bodies that reach AWS. */
async function sent(command: string, definition: object): Promise<string[]> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-aws-'));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const file = path.join(folder, 'definition.json');
  await writeFile(file, JSON.stringify(definition));
  const [program, ...first] = await awsCli((line) => console.error(`live tests: ${line}`));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = [...first, ...command.split(' '), '--cli-input-json', `file://${file}`, '--endpoint-url', url];
  const env = {
    HOME: folder,
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_DEFAULT_REGION: 'eu-west-1',
    AWS_MAX_ATTEMPTS: '1',
  };
  await new Promise<void>((resolve) => {
    execFile(program, args, { env, cwd: folder }, () => resolve());
  });
  return bodies;
}
