// A select over a list of options: one of the form's values is chosen.
import type { ReactNode } from 'react';
import { SelectField } from './field.tsx';

/** `options`: values with their labels, in display order. */
export function ChoiceField<Value extends string>({
  options,
  onChoose,
  ...field
}: {
  label: string;
  name: string;
  value: Value;
  options: readonly (readonly [value: Value, words: string])[];
  error?: string | undefined;
  hint?: ReactNode;
  onChoose: (value: Value) => void;
}) {
  return (
    <SelectField
      {...field}
      onChange={(change: React.ChangeEvent<HTMLSelectElement>) => {
        const chosen = options.find(([value]) => value === change.target.value);
        if (chosen) onChoose(chosen[0]);
      }}
    >
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}
