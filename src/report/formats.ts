import type { Report } from './schema.ts';
import type { Layout } from './text/layout.ts';

/** Writes a report in one format, with one line feed at the end. */
export type Renderer = (report: Report, layout: Layout) => string | Promise<string>;

interface Format {
  /** How the name of a file ends that is written in this format unless told otherwise. */
  ending: string;
  /** Loaded once a report is there: a scan reads before it writes. */
  load(): Promise<Renderer>;
}

/** Every format of a report, by the name that `--format` and `--output` take. A new one is a file and an entry. */
const formats = {
  text: { ending: '.txt', load: async () => (await import('./text/text.ts')).reportText },
  json: { ending: '.json', load: async () => (await import('./json.ts')).reportJson },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
export const defaultFormat: FormatName = 'text';

/** The format in which a file is written whose name alone is known. */
export function formatOfFile(file: string): FormatName {
  return formatNames.find((name) => file.endsWith(formats[name].ending)) ?? defaultFormat;
}

/** A report in a format. */
export async function renderReport(report: Report, format: FormatName, layout: Layout): Promise<string> {
  const render: Renderer = await formats[format].load();
  return render(report, layout);
}
