import type { Report } from '../report/schema.ts';
import type { Layout } from './text/layout.ts';

/** Writes a report in one format, with one line feed at the end. */
export type Renderer = (report: Report, layout: Layout) => string | Promise<string>;

interface Format {
  /** The file name extension for this format; undefined: `--output` must name the format. */
  ending: string | undefined;
  /**
   * Imports the renderer. Called only once there is a report, so that a scan does not load renderers before it reads.
   */
  load(): Promise<Renderer>;
}

/** Every report format, by its name for `--format` and `--output`. To add one, add a file and an entry. */
const formats = {
  text: { ending: '.txt', load: async () => (await import('./text/text.ts')).reportText },
  json: { ending: '.json', load: async () => (await import('./json.ts')).reportJson },
  markdown: { ending: '.md', load: async () => (await import('./markdown/markdown.ts')).reportMarkdown },
  html: { ending: '.html', load: async () => (await import('./html/html.tsx')).reportHtml },
  junit: { ending: '.xml', load: async () => (await import('./junit/junit.ts')).reportJunit },
  sarif: { ending: '.sarif', load: async () => (await import('./sarif/sarif.ts')).reportSarif },
  github: { ending: undefined, load: async () => (await import('./github/github.ts')).reportGithub },
  prometheus: { ending: '.prom', load: async () => (await import('./prometheus/prometheus.ts')).reportPrometheus },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
export const defaultFormat: FormatName = 'text';

/** The format of a file, by its name alone; text if no extension matches. */
export function formatOfFile(file: string): FormatName {
  return formatNames.find((name) => isNamedBy(formats[name], file)) ?? defaultFormat;
}

/** The file name extension of a format; undefined if it has none. */
export function endingOf(format: FormatName): string | undefined {
  return formats[format].ending;
}

function isNamedBy({ ending }: Format, file: string): boolean {
  return ending !== undefined && file.endsWith(ending);
}

export async function renderReport(report: Report, format: FormatName, layout: Layout): Promise<string> {
  const render: Renderer = await formats[format].load();
  return render(report, layout);
}
