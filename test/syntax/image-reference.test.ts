import { describe, expect, it } from 'vitest';
import { isBelowPath, parseImageReference } from '../../src/syntax/image-reference.ts';

describe('parseImageReference', () => {
  it.each([
    ['redis', 'docker.io/library/redis', 'latest', undefined],
    ['redis:7.2', 'docker.io/library/redis', '7.2', undefined],
    ['docker.io/redis:7.2', 'docker.io/library/redis', '7.2', undefined],
    ['bitnami/redis@sha256:0a', 'docker.io/bitnami/redis', undefined, 'sha256:0a'],
    ['index.docker.io/bitnami/redis:7@sha256:0a', 'docker.io/bitnami/redis', '7', 'sha256:0a'],
    ['registry-1.docker.io/bitnami/redis', 'docker.io/bitnami/redis', 'latest', undefined],
    ['localhost/redis:1', 'localhost/redis', '1', undefined],
    ['localhost:5000/bitnami/redis', 'localhost:5000/bitnami/redis', 'latest', undefined],
    ['public.ecr.aws/bitnami/redis:7', 'public.ecr.aws/bitnami/redis', '7', undefined],
  ])('reads %s', (image, repository, tag, digest) => {
    expect(parseImageReference(image)).toEqual({ repository, tag, digest });
  });
});

it('a path holds itself and what is below it, not what only begins with its name', () => {
  expect(['a.b/c', 'a.b/c/d', 'a.b/cd', 'a.b'].map((one) => isBelowPath(one, 'a.b/c'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
