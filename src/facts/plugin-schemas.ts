import * as z from 'zod/mini';

/** Schemas and messages that modules and rule files of plug-ins share. */

/** The name of a plug-in, a check or a rule. */
export const pluginWord = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'expected lower case, digits and hyphens'));

export const blocks = z.enum(['control-plane', 'nodes', 'workloads', 'deployments', 'karpenter']);
export const phase = z.enum(['before', 'after']);

/** Empty for the core group. */
export const apiGroup = z
  .string()
  .check(z.regex(/^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)?$/, 'expected an API group such as apps'), z.maxLength(253));

/** Acceptable API versions, in order of preference. */
export const apiVersions = z
  .array(z.string().check(z.regex(/^v\d+(?:(?:alpha|beta)\d+)?$/, 'expected a version such as v1')))
  .check(z.minLength(1), z.maxLength(20));

export const apiResource = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9]*$/, 'expected the plural in lower case, as in URLs: deployments'), z.maxLength(63));

/** How objects count if the API server serves none of their versions: as an empty list, or as unknown. */
export const notServed = z.enum(['empty', 'unknown']);

/** A Kubernetes version: `1.36`. */
export const minorPattern = /^1\.\d{1,3}$/;

/** A link that is safe in Markdown, HTML and SARIF: characters that could end it must be percent-encoded. */
export const httpsLink = z
  .string()
  .check(
    z.regex(
      /^https:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#@!$&*+,;=%-]*$/,
      'expected an https URL, with parentheses, quotes and spaces percent-encoded',
    ),
    z.maxLength(1_000),
  );
