interface ChoiceInput {
  name: string;
  /** What is shown for the empty value, which chooses all. */
  all: string;
  values: readonly string[];
  value: string;
  /** What is shown for a value, if that is not the value itself. */
  title?: (value: string) => string;
  onChange: (value: string) => void;
}

/** A list of which one value, or all, can be chosen. */
export function Choice({ name, all, values, value, title = (one) => one, onChange }: ChoiceInput) {
  return (
    <label class="field">
      <span>{name}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{all}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {title(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
