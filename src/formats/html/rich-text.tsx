import { isOurLink } from '../markdown/links.ts';

/** Markdown of a report (`fix`, `why`): paragraphs, lists, code, links ({@link isOurLink}); the rest is text. */
export function RichText({ text, commands = [] }: { text: string; commands?: readonly string[] }) {
  return (
    <div class="rich">
      {blocksOf(text).map((block, index) => (
        <Block key={index} block={block} commands={commands} />
      ))}
    </div>
  );
}

interface Block {
  kind: 'paragraph' | 'bullets' | 'numbers' | 'code';
  lines: string[];
  /** The first number of a numbered list, which a block of commands may have cut. */
  start?: number;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isFenced = false;
  let isFresh = true;
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    if (line.startsWith('```')) {
      isFenced = !isFenced;
      if (isFenced) blocks.push({ kind: 'code', lines: [] });
      isFresh = true;
    } else if (isFenced) last?.lines.push(line);
    else if (line.trim() === '') isFresh = true;
    else {
      const { kind, said, ...own } = lineOf(line.trim());
      if (last?.kind === kind && !(isFresh && kind === 'paragraph')) last.lines.push(said);
      else blocks.push({ kind, lines: [said], ...own });
      isFresh = false;
    }
  }
  return blocks.filter(({ lines }) => lines.length > 0);
}

function lineOf(line: string): Pick<Block, 'kind' | 'start'> & { said: string } {
  if (/^[-*] /.test(line)) return { kind: 'bullets', said: line.slice(2) };
  const [number] = /^\d{1,4}\. /.exec(line) ?? [];
  return number === undefined
    ? { kind: 'paragraph', said: line }
    : { kind: 'numbers', said: line.slice(number.length), start: Number.parseInt(number, 10) };
}

function Block({ block: { kind, lines, start = 1 }, commands }: { block: Block; commands: readonly string[] }) {
  if (kind === 'code') return <Code text={lines.join('\n')} />;
  const items = lines.map((line, index) => (
    <li key={index}>
      <Prose text={line} commands={commands} />
    </li>
  ));
  if (kind === 'bullets') return <ul>{items}</ul>;
  if (kind === 'numbers') return <ol start={start === 1 ? undefined : start}>{items}</ol>;
  return (
    <p>
      <Prose text={lines.join(' ')} commands={commands} />
    </p>
  );
}

/** A block to be copied as it stands; the script of the page puts a button beside it. */
function Code({ text }: { text: string }) {
  return (
    <div class="command" data-copy>
      <pre tabIndex={0} role="group" aria-label="Commands">
        <code>{text}</code>
      </pre>
    </div>
  );
}

/** Text in which only code between back-ticks and links are Markdown; none of it if back-ticks are unpaired. */
/** Markdown on one line: code and links. */
export function Prose({ text, commands = [] }: { text: string; commands?: readonly string[] }) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return <>{text}</>;
  return (
    <>
      {parts.map((part, index) => {
        if (index % 2 === 0) return <Linked key={index} text={part} />;
        if (!commands.includes(part)) return <code key={index}>{part}</code>;
        return (
          <span key={index} class="inline-command" data-copy>
            <code>{part}</code>
          </span>
        );
      })}
    </>
  );
}

function Linked({ text }: { text: string }) {
  return (
    <>
      {text.split(/(\[[^[\]]+\]\(https:[^()\s]+\))/).map((part, index) => {
        const [, words, link] = /^\[([^[\]]+)\]\((https:[^()\s]+)\)$/.exec(part) ?? [];
        if (words === undefined || link === undefined) return part;
        return <Link key={index} href={link} words={words} />;
      })}
    </>
  );
}

/** A link if {@link isOurLink} accepts it, else the words and the address as text: a report may come from anyone. */
export function Link({ href, words }: { href: string; words?: string }) {
  if (!isOurLink(href)) return <>{words === undefined ? href : `${words} (${href})`}</>;
  return <a href={href}>{words ?? href.replace(/^https:\/\//, '')}</a>;
}
