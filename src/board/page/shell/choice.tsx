interface Props<Value extends string> {
  /** For screen readers: it is not visible. */
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

/** A few options side by side, of which one is chosen. */
export function Segments<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {Object.entries<string>(options).map(([key, text]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          onClick={() => onChange(key as Value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

/** A drop-down list, of which one option is chosen. */
export function Select<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <label class="select">
      <span class="unseen">{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {Object.entries<string>(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
