// Several replies that are due to the same team, made at once.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useState } from 'react';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { useWholeList } from '../../data/resources/use-whole-list.ts';
import { useNow, useViewer } from '../../format/use-viewer.ts';
import { shortDay } from '../../format/when.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { rich } from '../../words/rich.ts';
import { useGoingToAll } from './going-to-all.ts';
import type { OwedProps } from './owed-by-team.tsx';

const Teams = chakra('div', {
  base: {
    '& .team': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: '3',
      rowGap: '1',
      pb: '2.5',
    },
    '& .team p': { minW: '0', color: 'fg.muted', fontSize: 'sm' },
    '& .team strong': { color: 'fg' },
    '& ul': { pb: '2.5', fontSize: 'sm' },
    '& li': { display: 'flex', flexWrap: 'wrap', columnGap: '2', color: 'fg.muted' },
    '& li a': { color: 'fg', fontWeight: '600', textDecoration: 'underline' },
  },
});

/** One that a person can accept without a look at it: nothing to pay, to wait for or to confirm again. */
const isPlain = ({ can, attendingLeadsTo, registration }: MyEventSummary) =>
  can.register && attendingLeadsTo === 'place' && !registration?.reconfirmAskedAt;

/** The rows of events that were answered here leave the list: no thumb is on them. */
export function OwedTeams({ events, due, hasMore, onAnswer }: OwedProps) {
  // A page of the list is not all that a team asks.
  const list = useWholeList(
    'GET /api/users/me/events',
    hasMore ? { query: { tab: 'needsReply', limit: 100 } } : null,
  );
  const now = useNow();
  const { locale } = useViewer();
  const { said, refused, sending, isOpen, answer } = useGoingToAll();
  // One that was shown keeps its room, so that the rows below stay under the thumb.
  const [shown] = useState(() => new Set<string>());
  const listed = new Set(events.map(({ id }) => id));
  const all = [...due, ...(list.whole ?? []).filter(({ id }) => !listed.has(id))];
  const isPart = hasMore && !list.whole;
  const isLoading = isPart && !list.error;
  const owed = all.filter(
    (event) => isPlain(event) && isOpen(event) && (now === null || Date.parse(event.startsAt) > now),
  );
  const known = new Map(
    [...events, ...all].flatMap(({ askingTeams = [] }) => askingTeams.map((team) => [team.id, team])),
  );
  const teams = [...known.values()]
    .map((team) => ({
      ...team,
      asked:
        sending?.teamId === team.id
          ? sending.dates
          : owed.filter(({ askingTeams }) => askingTeams?.some(({ id }) => id === team.id)),
    }))
    .filter(({ id, asked }) => asked.length > 1 || shown.has(id));
  useEffect(() => {
    for (const { id } of teams) shown.add(id);
  });
  return (
    <Teams>
      <StatusLine said={said} />
      {refused.length > 0 ? (
        <ul>
          {refused.map(({ date: { id, name, startsAt, timeZone }, reason }) => (
            <li key={id}>
              <Link to={`/my/events/${id}`}>{`${name} · ${shortDay(startsAt, timeZone, locale)}`}</Link>
              {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {teams.map(({ id, name, asked }) => {
        const count = asked.length;
        const values = { name, count, strong: bold, sr: hidden };
        return (
          <div key={id} className="team" style={{ visibility: count > 1 ? 'visible' : 'hidden' }}>
            <p>
              {isPart
                ? rich('<strong>{name}</strong> asks about {count} dates and more', values)
                : rich('<strong>{name}</strong> asks about {count} dates', values)}
            </p>
            <Button
              look="outline"
              busy={isLoading || sending !== null}
              onClick={() => {
                onAnswer?.();
                void answer({ teamId: id, dates: asked, isPart }, all);
              }}
            >
              {isPart
                ? rich('Going to the next {count}<sr> of {name}</sr>', values)
                : rich('Going to all {count}<sr> of {name}</sr>', values)}
            </Button>
          </div>
        );
      })}
    </Teams>
  );
}

const bold = (text: ReactNode) => <strong>{text}</strong>;
const hidden = (text: ReactNode) => <span className="sr">{text}</span>;
