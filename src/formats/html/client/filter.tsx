import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Choice } from './choice.tsx';
import {
  everything,
  levels,
  onlyLevel,
  readTexts,
  show,
  shownText,
  type FilterablePage,
  type Wanted,
} from './entries.ts';
import { onLink } from './reveal.ts';

/** The delay in milliseconds after a key: while someone types, the page is not filtered for each letter. */
const pause = 40;

/** The filter over the entries; it states how many are shown, also for screen readers. */
export function Filter({ page }: { page: FilterablePage }) {
  const [wanted, setWanted] = useState<Wanted>(everything);
  const [said, setSaid] = useState(() => shownText(page, []));
  const timer = useRef(0);
  const apply = (next: Wanted, delay: number) => {
    setWanted(next);
    clearTimeout(timer.current);
    const act = () => void page.later.ready.then(() => setSaid(shownText(page, show(page, next))));
    timer.current = window.setTimeout(act, delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => onLink({ showAll: () => apply(everything, 0), showOnly: (level) => apply(onlyLevel(level), 0) }), []);
  const isFiltered = wanted !== everything;
  return (
    <form class="filter" role="search" aria-label="Entries" onSubmit={(event) => event.preventDefault()}>
      <LevelBoxes page={page} wanted={wanted} onChange={(next) => apply(next, 0)} />
      <Choices page={page} wanted={wanted} onChange={(next) => apply(next, 0)} />
      <label class="field text">
        <span>Text</span>
        <input
          type="search"
          value={wanted.text}
          placeholder="name, check, command"
          autocomplete="off"
          spellcheck={false}
          onFocus={() => void page.later.ready.then(() => readTexts(page))}
          onInput={({ currentTarget }) => apply({ ...wanted, text: currentTarget.value }, pause)}
        />
      </label>
      <div class="actions">
        <button type="button" disabled={!isFiltered} onClick={() => apply(everything, 0)}>
          Show all
        </button>
        <UnfoldButtons page={page} />
      </div>
      <p class={isFiltered ? 'shown is-filtered' : 'off-screen'} role="status">
        {said}
      </p>
    </form>
  );
}

interface Asking {
  page: FilterablePage;
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}

function LevelBoxes({ page, wanted, onChange }: Asking) {
  const shown = useMemo(
    () => levels.filter(({ level }) => page.entries.some((entry) => entry.level === level)),
    [page],
  );
  return (
    <fieldset>
      <legend>Level</legend>
      {shown.map(({ level, name }) => {
        const isOn = !wanted.without.includes(level);
        const without = isOn ? [...wanted.without, level] : wanted.without.filter((other) => other !== level);
        return (
          <label key={level} class={`box box-${level}`}>
            <input type="checkbox" checked={isOn} onChange={() => onChange({ ...wanted, without })} />
            {name}
          </label>
        );
      })}
    </fieldset>
  );
}

function Choices({ page, wanted, onChange }: Asking) {
  const areas = useMemo(() => distinct(page.entries.flatMap((entry) => entry.areas)), [page]);
  const owners = useMemo(() => distinct(page.entries.map(({ owner }) => owner)), [page]);
  const namespaces = useMemo(() => distinct(page.entries.flatMap((entry) => entry.namespaces)), [page]);
  return (
    <>
      <Choice
        name="Area"
        all="all areas"
        values={areas}
        value={wanted.area}
        onChange={(area) => onChange({ ...wanted, area })}
      />
      <Choice
        name="Owner"
        all="all owners"
        values={owners}
        value={wanted.owner}
        onChange={(owner) => onChange({ ...wanted, owner })}
      />
      {namespaces.length > 0 && (
        <Choice
          name="Namespace"
          all="all namespaces"
          values={namespaces}
          value={wanted.namespace}
          onChange={(namespace) => onChange({ ...wanted, namespace })}
        />
      )}
    </>
  );
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

function UnfoldButtons({ page }: { page: FilterablePage }) {
  const unfold = (isOpen: boolean) => {
    for (const { element } of page.entries) {
      const details = element.querySelector('details');
      if (details !== null && !element.hidden) details.open = isOpen;
    }
  };
  return (
    <>
      <button type="button" onClick={() => unfold(true)}>
        Expand all
      </button>
      <button type="button" onClick={() => unfold(false)}>
        Collapse all
      </button>
    </>
  );
}
