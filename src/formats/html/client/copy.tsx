import { render } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** How long a button shows the outcome, in ms. */
const shownFor = 2000;

/** Puts a button beside each command that is unfolded: buttons for thousands of commands would slow the page down. */
export function addCopyButtons(shown: Element): void {
  for (const command of shown.querySelectorAll('[data-copy]')) addButton(command);
}

function addButton(command: Element): void {
  const code = command.querySelector('code');
  if (code === null || command.querySelector('.copy') !== null) return;
  const place = document.createElement('span');
  place.className = 'copy';
  command.append(place);
  render(<CopyButton text={code.textContent ?? ''} />, place);
}

function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState('Copy');
  const timer = useRef(0);
  const copy = async () => {
    const isCopied = await copied(text);
    setSaid(isCopied ? 'Copied' : 'Copy failed');
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setSaid('Copy'), shownFor);
  };
  const [firstLine = ''] = text.split('\n');
  return (
    <button type="button" onClick={() => void copy()} aria-label={`${said}: ${firstLine.slice(0, 60)}`}>
      <span aria-live="polite">{said}</span>
    </button>
  );
}

/** In some browsers, a page from a file has no clipboard; there, a selection is copied. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

function copiedBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'off-screen';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
