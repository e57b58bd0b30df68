import type { Report } from './schema.ts';
import type { Layout } from './text/layout.ts';

/** Writes a report in one format, with one line feed at the end. */
export type Renderer = (report: Report, layout: Layout) => string | Promise<string>;

interface Format {
  /** The file name extension for this format. */
  ending: string;
  /** Loaded when a report exists: a scan reads before it writes. */
  load(): Promise<Renderer>;
}

/** Every report format, by its name for `--format` and `--output`. To add one, add a file and an entry. */
const formats = {
  text: { ending: '.txt', load: async () => (await import('./text/text.ts')).reportText },
  json: { ending: '.json', load: async () => (await import('./json.ts')).reportJson },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
export const defaultFormat: FormatName = 'text';

/** The format of a file, by its name alone. */
export function formatOfFile(file: string): FormatName {
  return formatNames.find((name) => file.endsWith(formats[name].ending)) ?? defaultFormat;
}

/** A report in a format. */
export async function renderReport(report: Report, format: FormatName, layout: Layout): Promise<string> {
  const render: Renderer = await formats[format].load();
  return render(report, layout);
}
