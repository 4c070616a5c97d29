// The mark of a team: its shape in its color; hollow where the entry is uncertain.
import type { TeamLook } from './team-looks.ts';

/** Decorative: the name, or the label of the container, says the same. */
export function TeamMark({ look, hollow = false }: { look: TeamLook; hollow?: boolean }) {
  return (
    <svg
      className={`mark ${look.slot}`}
      aria-hidden="true"
      viewBox="0 0 8 8"
      width="0.5em"
      height="0.5em"
      fill={hollow ? 'none' : 'var(--team)'}
      stroke={hollow ? 'var(--team)' : 'none'}
      strokeWidth="1.4"
      overflow="visible"
    >
      <path d={look.shape} />
    </svg>
  );
}
