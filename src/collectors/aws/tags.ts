import { isObject } from '../../syntax/json.ts';
import { isManagerTag } from './manager-tags.ts';

type Tags = Record<string, string>;

/** A key whose value may be a secret: AWS advises against secrets in tags, but nothing prevents them. */
const secretKey = /secret|passw|token|credential|private|auth|bearer|api.?key/i;

/** The user and the password in a URL, such as that of a repository. */
const userInfo = /:\/\/[^\s/]*@/g;

/**
 * The tags of an AWS resource, as an object (EKS) or as a list (EC2, Auto Scaling, IAM). Omits those whose key says that
 * they may be secret, and the credentials in URLs. Only texts: another value in a tag is no reason to read nothing
 * about the resource.
 */
export function readTags(tags: unknown): Tags {
  return Object.fromEntries(
    toEntries(tags).flatMap(([key, value]) => {
      if (typeof key !== 'string' || typeof value !== 'string' || secretKey.test(key)) return [];
      return [[key, value.replaceAll(userInfo, '://')]];
    }),
  );
}

/** Those of the tags that can tell what manages the resource, as a field of its facts: empty if there are none. */
export function readManagerTags(tags: unknown): { tags: Tags } {
  const found = Object.entries(readTags(tags)).filter(([key, value]) => isManagerTag(key, value));
  return { tags: Object.fromEntries(found) };
}

/** IAM omits the value of a tag that is empty. */
function toEntries(tags: unknown): [unknown, unknown][] {
  if (Array.isArray(tags))
    return tags.flatMap((tag: unknown) => (isObject(tag) ? [[tag['Key'], tag['Value'] ?? '']] : []));
  return isObject(tags) ? Object.entries(tags) : [];
}
