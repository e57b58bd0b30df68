import * as z from 'zod/mini';

/** A link that stands in Markdown, HTML and SARIF as it is: characters that end one anywhere have to be escaped with %. */
export const link = z
  .string()
  .check(
    z.regex(
      /^https:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#@!$&*+,;=%-]*$/,
      'expected an https URL, with parentheses, quotes and spaces percent-encoded',
    ),
    z.maxLength(1_000),
  );
