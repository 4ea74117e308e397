import { sports } from '../session/account.ts';
import { named, Select } from './choice.tsx';

interface Props {
  /** Its id; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** The sports that have events, or all of them. */
export function SportSelect({ value, onChange }: Props) {
  const options = sports.value.map(({ id, name }) => [id, name] as const);
  return (
    <Select
      label="Sport"
      value={value}
      options={named('All sports', value, options)}
      onChange={onChange}
    />
  );
}
