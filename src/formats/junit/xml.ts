import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';

/** XML as a tree: texts are escaped when the tree is written, and nowhere else. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (Element | string)[];
}

export function element(name: string, attributes: Element['attributes'], children: Element['children'] = []): Element {
  return { name, attributes, children };
}

/** A document with this root element, indented. Text is not indented: no element has both text and elements. */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '').join('\n')}\n`;
}

function lines({ name, attributes, children }: Element, indent: string): string[] {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeText(String(value))}"`);
  const tag = `${indent}<${name}${pairs.join('')}`;
  if (children.length === 0) return [`${tag}/>`];
  const elements = children.filter((child) => typeof child !== 'string');
  const texts = children.filter((child) => typeof child === 'string');
  if (elements.length === 0) return [`${tag}>${texts.map(contentText).join('')}</${name}>`];
  return [`${tag}>`, ...elements.flatMap((child) => lines(child, `${indent}  `)), `${indent}</${name}>`];
}

/** Characters that XML 1.0 cannot contain, even if they are escaped. */
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(impossible, '\uFFFD').replaceAll(/[&<>"]/g, (found) => entities[found] ?? found);
}

/** A parser turns white space in an attribute into spaces unless it is escaped. */
function attributeText(text: string): string {
  return escaped(text)
    .replaceAll(/#(?=#(?:vso)?\[)/g, '&#35;')
    .replaceAll(/[\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** The text may be printed in a pipeline, so no line of it may be a workflow command. */
function contentText(text: string): string {
  const safe = escaped(text)
    .replaceAll(/#(?=#(?:vso)?\[)/g, '&#35;')
    .replaceAll('\r', '&#13;');
  return withoutWorkflowCommands(safe, '&#58;');
}
