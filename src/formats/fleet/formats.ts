import type { Fleet } from '../../report/fleet/schema.ts';
import { printableData } from '../../syntax/printable.ts';
import type { Layout } from '../text/layout.ts';

/** Writes the report of a fleet in one format, with one line feed at the end. */
export type FleetRenderer = (fleet: Fleet, layout: Layout) => string | Promise<string>;

interface FleetFormat {
  /** The file name extension for this format. */
  ending: string;
  load(): Promise<FleetRenderer>;
}

/** Every format of a fleet, by its name for `--format` and `--output`. To add one, add a file and an entry. */
export const fleetFormats = {
  text: { ending: '.txt', load: async () => (await import('./text.ts')).fleetText },
  html: { ending: '.html', load: async () => (await import('./html/html.tsx')).fleetHtml },
  json: { ending: '.json', load: async () => (await import('./json.ts')).fleetJson },
  markdown: { ending: '.md', load: async () => (await import('./markdown.ts')).fleetMarkdown },
  prometheus: { ending: '.prom', load: async () => (await import('./prometheus.ts')).fleetPrometheus },
} as const satisfies Record<string, FleetFormat>;

export type FleetFormatName = keyof typeof fleetFormats;
export const fleetFormatNames = Object.keys(fleetFormats) as FleetFormatName[];

/** Writes the report of a fleet; names and messages from reports are made safe to print. */
export async function renderFleet(fleet: Fleet, format: FleetFormatName, layout: Layout): Promise<string> {
  const render: FleetRenderer = await fleetFormats[format].load();
  return render(printableData(fleet), layout);
}
