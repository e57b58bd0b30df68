import { Choice } from '../../../html/client/choice.tsx';
import { readTexts } from './rows.ts';
import type { Fleet } from './table.ts';
import { everything, isFiltered, statuses, type View } from './view.ts';

/** The delay in milliseconds after a key: while someone types, the page is not filtered for each letter. */
const pause = 40;

interface Asking {
  fleet: Fleet;
  view: View;
  /** Applies a part of the view after a delay in milliseconds. */
  onChange: (part: Partial<View>, delay?: number) => void;
}

/** The filter over the clusters; it states how many are shown, also for screen readers. */
export function Filter({ said, ...asking }: Asking & { said: string }) {
  const { fleet, view, onChange } = asking;
  return (
    <form class="filter" role="search" aria-label="Clusters" onSubmit={(event) => event.preventDefault()}>
      <StatusBoxes {...asking} />
      <Choices {...asking} />
      <label class="field text">
        <span>Text</span>
        <input
          type="search"
          value={view.text}
          placeholder="name, tag, problem"
          autocomplete="off"
          spellcheck={false}
          onFocus={() => readTexts(fleet)}
          onInput={({ currentTarget }) => onChange({ text: currentTarget.value }, pause)}
        />
      </label>
      <div class="actions">
        <button type="button" disabled={!isFiltered(view)} onClick={() => onChange(everything)}>
          Show all
        </button>
      </div>
      <p class={isFiltered(view) ? 'shown is-filtered' : 'off-screen'} role="status">
        {said}
      </p>
    </form>
  );
}

function StatusBoxes({ fleet, view, onChange }: Asking) {
  const shown = statuses.filter((status) => fleet.rows.some((row) => row.status === status));
  return (
    <fieldset>
      <legend>Status</legend>
      {shown.map((status) => {
        const isOn = !view.without.includes(status);
        const without = isOn ? [...view.without, status] : view.without.filter((other) => other !== status);
        return (
          <label key={status} class="box">
            <input type="checkbox" checked={isOn} onChange={() => onChange({ without })} />
            {status.replaceAll('-', ' ')}
          </label>
        );
      })}
    </fieldset>
  );
}

function Choices({ fleet, view, onChange }: Asking) {
  const titles = new Map(fleet.problems.map(({ key, title }) => [key, title]));
  return (
    <>
      {fleet.columns
        .filter(({ choices }) => choices.length > 0)
        .map(({ key, name, choices }) => (
          <Choice
            key={key}
            name={name}
            all="all"
            values={choices}
            value={view.chosen[key] ?? ''}
            onChange={(value) => onChange({ chosen: { ...view.chosen, [key]: value } })}
          />
        ))}
      {titles.size > 0 && (
        <Choice
          name="Shared problem"
          all="any or none"
          values={[...titles.keys()]}
          title={(key) => (titles.get(key) ?? key).slice(0, longestTitle)}
          value={view.problem}
          onChange={(problem) => onChange({ problem })}
        />
      )}
    </>
  );
}

/** Lists with longer lines do not fit a screen. */
const longestTitle = 100;
