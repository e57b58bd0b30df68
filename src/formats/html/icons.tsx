import type { ReportedFinding } from '../../judge/result.ts';

type Level = ReportedFinding['level'];

/** Levels, verdicts and tasks. Those that differ in meaning differ in shape, so that color is never the only signal. */
export type IconName = Level | 'ready' | 'partial' | 'blocked' | 'incomplete' | 'not-scanned' | 'task' | 'later';

type Shape = 'fail' | 'unknown' | 'warn' | 'pass' | 'partial' | 'absent' | 'task' | 'later';

const shapes: { readonly [Name in Shape]: string } = {
  fail: 'M5.3 1h5.4L15 5.3v5.4L10.7 15H5.3L1 10.7V5.3ZM5.2 6.3 6.9 8 5.2 9.7l1.1 1.1L8 9.1l1.7 1.7 1.1-1.1L9.1 8l1.7-1.7-1.1-1.1L8 6.9 6.3 5.2Z',
  unknown:
    'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm-.8 8h1.6V12H7.2Zm-1.8-4C5.4 5 6.5 4 8 4s2.6 1 2.6 2.4c0 1-.6 1.5-1.1 1.9-.5.4-.7.6-.7 1.2H7.2c0-1.4.6-1.9 1.2-2.4.4-.3.6-.5.6-.8 0-.5-.4-.8-1-.8s-1 .4-1 1Z',
  warn: 'M8 1.2 15.4 14.5H.6ZM7.2 6v4.2h1.6V6Zm0 5.2v1.6h1.6v-1.6Z',
  pass: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm3.3 4-4.2 4.7-2.2-2.2-1.1 1.1 3.4 3.3 5.2-5.9Z',
  partial: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm0 1.5v11a5.5 5.5 0 0 0 0-11Z',
  absent: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.6 7.2h6.8v1.6H4.6Z',
  task: 'M2 2h12v12H2ZM3.5 3.5v9h9v-9Z',
  later:
    'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM7.3 4h1.5v3.7l2.6 1.6-.8 1.2-3.3-2Z',
};

const compileShape: { readonly [Name in IconName]?: Shape } = {
  blocked: 'fail',
  incomplete: 'unknown',
  'not-scanned': 'absent',
  ready: 'pass',
};

/** The shapes of levels, for the style sheet: an element for each icon would be a third of a large page. */
export const levelShapes = (['fail', 'unknown', 'warn', 'task', 'later'] as const)
  .map((name) => {
    const entry = { fail: '.entry', task: '.task', later: '.task.is-later' }[name as string] ?? `[data-level=${name}]`;
    return shapeRule(`${entry} .level::before`, name);
  })
  .join('');

/** A rule for the style sheet: the element has the shape of this icon. */
export function shapeRule(selector: string, name: IconName): string {
  return `${selector}{clip-path:path(evenodd,"${shapes[findShape(name)]}")}`;
}

/** A level of a later version looks like the most serious one. */
function findShape(name: IconName): Shape {
  return compileShape[name] ?? (name in shapes ? (name as Shape) : 'fail');
}

/** The shapes, once for the page. */
export function Icons() {
  return (
    <svg width="0" height="0" class="shapes" aria-hidden="true" focusable="false">
      {Object.entries(shapes).map(([name, path]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 16 16">
          <path d={path} fill="currentColor" fill-rule="evenodd" />
        </symbol>
      ))}
    </svg>
  );
}

/** An icon beside the word that says the same. */
export function Icon({ name }: { name: IconName }) {
  const shape = findShape(name);
  return (
    <svg class={`icon icon-${shape}`} width="16" height="16" aria-hidden="true" focusable="false">
      <use href={`#icon-${shape}`} />
    </svg>
  );
}

/** The word of a level, as reports say it. */
export function levelWord(level: Level): string {
  const words: Record<string, string> = { fail: 'Blocker', unknown: 'Unknown', warn: 'Warning' };
  return words[level] ?? level;
}
