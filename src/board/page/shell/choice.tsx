import { oddsFormat } from '../prices/formats.ts';
import { sports } from '../session/account.ts';
import { isNarrow } from './narrow.ts';

interface Props<Value extends string> {
  /** For screen readers: it is not visible. */
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

/** A few options side by side, of which one is chosen. Phones have no room for them, and get a drop-down list. */
export function Segments<Value extends string>(props: Props<Value>) {
  const { label, value, options, onChange } = props;
  if (isNarrow.value) return <Select {...props} />;
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

interface NumberProps {
  readonly label: string;
  /** As it was typed; empty for none. */
  readonly value: string;
  /** What holds while there is none. */
  readonly usual?: number | string;
  readonly onChange: (value: string) => void;
}

/** A number of at least 0 to type in, or nothing. */
export function NumberField({ label, value, usual, onChange }: NumberProps) {
  return (
    <label class="number">
      {label}
      <input
        type="number"
        min="0"
        step="any"
        value={value}
        placeholder={usual?.toString()}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
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

interface OneOrAllProps extends Omit<Props<string>, 'options'> {
  /** The option of all, whose value is empty. */
  readonly all: string;
  readonly options: readonly (readonly [id: string, name: string])[];
}

/** A drop-down list, of which one or all are chosen. It has the chosen one in any case: the list may still be on its way. */
export function OneOrAll({ all, options, ...props }: OneOrAllProps) {
  const { value } = props;
  const named = { '': all, ...(value && { [value]: value }), ...Object.fromEntries(options) };
  return <Select {...props} options={named} />;
}

/** The sports that have events, or all of them. */
export function SportSelect(props: Pick<Props<string>, 'value' | 'onChange'>) {
  const options = sports.value.map(({ id, name }) => [id, name] as const);
  return <OneOrAll label="Sport" all="All sports" options={options} {...props} />;
}

export function FormatChoice() {
  return (
    <Segments
      label="Odds format"
      value={oddsFormat.value}
      options={{ american: 'American', decimal: 'Decimal' }}
      onChange={(format) => {
        oddsFormat.value = format;
      }}
    />
  );
}
