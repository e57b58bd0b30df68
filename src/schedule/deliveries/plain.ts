import type { Line } from './sections.ts';
import type { MessageWording } from './wording.ts';

/** Formats a message as plain text, for email. */
export function plainText({ headline, lead, sections, notes, place, link }: MessageWording): string {
  const blocks = [
    [headline, place],
    lead,
    ...sections.map(({ heading, lines, more }) => [
      heading,
      ...lines.map((line) => `  ${lineText(line)}`),
      ...(more === null ? [] : [`  ${more}`]),
    ]),
    notes,
    link === null ? [] : [`Report: ${link}`],
  ];
  const texts = blocks.flatMap((lines) => (lines.length === 0 ? [] : lines.join('\n')));
  return `${texts.join('\n\n')}\n`;
}

/** One change: `#1 blocker (control plane, now): NodeGroup legacy: kubelet 1.30 is too old`. */
export function lineText({ label, stops, title }: Line): string {
  return `${labelText({ label, stops })}: ${title}`;
}

/** The label of a change: `#1 blocker (control plane, now)`. */
export function labelText({ label, stops }: Pick<Line, 'label' | 'stops'>): string {
  return stops === '' ? label : `${label} (${stops})`;
}
