/** An element of an answer in XML: its text, or the elements in it. */
export interface Element {
  name: string;
  content: string | readonly Element[];
}

/** Parses what the AWS endpoint of a world writes: elements without attributes, and text. */
export function parseXml(body: string): Element {
  const tokens = body.replace(/^<\?xml[^>]*\?>\n/, '').match(/<[^>]+>|[^<]+/g) ?? [];
  let at = 0;
  const element = (): Element => {
    const name = (tokens[at++] ?? '').slice(1, -1);
    const text = tokens[at]?.startsWith('<') === false ? tokens[at++] : undefined;
    const content: Element[] = [];
    while (tokens[at]?.startsWith('</') === false) content.push(element());
    at += 1;
    return { name, content: text ?? content };
  };
  return element();
}

/** Writes an answer as the AWS endpoint of a world does. */
export function printXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${print(root)}`;
}

function print({ name, content }: Element): string {
  return `<${name}>${typeof content === 'string' ? content : content.map(print).join('')}</${name}>`;
}

/** True for a list: its elements have the names that AWS gives to entries. */
export function isXmlList({ content }: Element): boolean {
  return (
    typeof content !== 'string' && content.length > 0 && content.every(({ name }) => /^(?:item|member)$/.test(name))
  );
}
