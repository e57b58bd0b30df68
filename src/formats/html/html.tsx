import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import { printableData } from '../../syntax/printable.ts';
import { htmlWithoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import type { Report } from '../../report/schema.ts';
import { verdictLine } from '../text/headline.ts';
import { selectShown } from '../../report/shown-group.ts';
import type { Layout } from '../text/layout.ts';
import { pageScript, pageStyle as sheet } from './assets.ts';
import { levelShapes } from './icons.tsx';
import { Later } from './later.tsx';
import { Page } from './page.tsx';

const pageStyle = sheet + levelShapes;

/**
 * The report as one page that needs no other file and no request. Unless it is large, it can be read without script.
 * Its Content-Security-Policy allows only its own script and style, and no request.
 */
export function reportHtml(taken: Report, { group }: Pick<Layout, 'group'> = {}): string {
  const report = printableData(taken);
  const shown = selectShown(report, group);
  const parts = [
    <Head report={report} />,
    <Page report={report} shown={shown} />,
    <Later report={report} entries={shown.entries} />,
  ];
  const [head, body, later] = parts.map((part) => htmlWithoutWorkflowCommands(renderToString(part)));
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head ?? ''}<style>${pageStyle}</style></head>`,
    `<body>${body ?? ''}${later ?? ''}`,
    `<script>${pageScript}</script></body>`,
    '</html>\n',
  ].join('\n');
}

function Head({ report }: { report: Report }) {
  return (
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy()} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <meta name="generator" content={`eks-preflight ${report.tool.version}`} />
      <title>{verdictLine(report)}</title>
    </>
  );
}

function policy(): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(pageScript)}'`,
    `style-src '${hashOf(pageStyle)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
