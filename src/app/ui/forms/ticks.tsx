// Checkboxes under one heading: none, one or several of them are chosen.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

const Box = chakra('fieldset', {
  base: {
    '& legend': { fontWeight: '600', fontSize: 'sm', mb: '1' },
    '& label': { display: 'flex', alignItems: 'center', gap: '3', minH: 'target', cursor: 'pointer' },
    '& input': { w: '5', h: '5', accentColor: 'currentColor', flexShrink: '0' },
    '& .hint': { fontSize: 'sm', color: 'fg.muted' },
    '& .fault': { color: 'danger', fontSize: 'sm', fontWeight: '500' },
  },
});

export type Choice = { id: string; name: string };

/** `chosen`: the ids that are ticked, in the order they were chosen. */
export function Ticks({
  legend,
  choices,
  chosen,
  error,
  hint,
  onChange,
}: {
  legend: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  error?: string | undefined;
  hint?: ReactNode;
  onChange: (chosen: string[]) => void;
}) {
  return (
    <Box>
      <legend>{legend}</legend>
      {/* The error is above the boxes: a long list would hide it below. */}
      {error ? (
        <p className="fault" role="alert">
          {error}
        </p>
      ) : null}
      {choices.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            aria-invalid={error ? true : undefined}
            onChange={(change) =>
              onChange(change.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
          {name}
        </label>
      ))}
      {hint ? <p className="hint">{hint}</p> : null}
    </Box>
  );
}
