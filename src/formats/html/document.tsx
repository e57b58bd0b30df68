import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { htmlWithoutWorkflowCommands } from '../../syntax/workflow-commands.ts';

/** What a page is made of. */
export interface PageParts {
  title: string;
  /** The version of eks-preflight. */
  version: string;
  /** The content of the body, in order. */
  body: readonly VNode[];
  script: string;
  style: string;
}

/**
 * A whole page that needs no other file and no request. Its Content-Security-Policy allows only its own script and
 * style, and no request.
 */
export function htmlDocument({ title, version, body, script, style }: PageParts): string {
  const head = <Head title={title} version={version} policy={policyFor(script, style)} />;
  const [headText = '', ...texts] = [head, ...body].map((part) => htmlWithoutWorkflowCommands(renderToString(part)));
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${headText}<style>${style}</style></head>`,
    `<body>${texts.join('')}`,
    `<script>${script}</script></body>`,
    '</html>\n',
  ].join('\n');
}

function Head({ title, version, policy }: Pick<PageParts, 'title' | 'version'> & { policy: string }) {
  return (
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <meta name="generator" content={`eks-preflight ${version}`} />
      <title>{title}</title>
    </>
  );
}

function policyFor(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${sourceHash(script)}'`,
    `style-src '${sourceHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
