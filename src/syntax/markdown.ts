/** Joins the lines of Markdown that is wrapped in the source. Keeps paragraphs, list items and fenced code. */
export function unwrap(text: string): string {
  return text
    .trim()
    .split(/(```[\s\S]*?```)/)
    .map((part) => (part.startsWith('```') ? dedent(part) : joinLines(part)))
    .join('');
}

function joinLines(text: string): string {
  const lines = text.split('\n');
  const last = lines.length - 1;
  const trimmed = lines.map((line, at) => {
    const start = at === 0 ? line : line.trimStart();
    return at === last ? start : start.trimEnd();
  });
  return trimmed.join('\n').replaceAll(/([^\n])\n(?!\n|[-*] |\d+\. |$)/g, '$1 ');
}

/** Removes the common indentation of all lines after the first. */
function dedent(block: string): string {
  const indents = block
    .split('\n')
    .slice(1)
    .flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]));
  const shared = Math.min(...indents, Infinity);
  return shared === Infinity ? block : block.replaceAll(new RegExp(`\\n {${shared}}`, 'g'), '\n');
}

/** A clause as a sentence: `check the network` becomes `Check the network.` */
export function sentence(clause: string): string {
  const capital = clause.slice(0, 1).toUpperCase() + clause.slice(1);
  return /[.?!`]$/.test(capital) ? capital : `${capital}.`;
}
