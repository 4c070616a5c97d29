// Several replies that are due to the same team, made at once.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import type { MyEventSummary } from '../../../contract/events/events.ts';
import { useOutbox, write } from '../../data/outbox/outbox.ts';
import { eventOfReply, replyTo } from '../../data/outbox/replies.ts';
import { Button } from '../../ui/button.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { rich } from '../../words/rich.ts';
import { t } from '../../words/t.ts';

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
  },
});

/** One that a person can accept without a look at it: nothing to pay, to wait for or to confirm again. */
const isPlain = ({ can, attendingLeadsTo, registration }: MyEventSummary) =>
  can.register && attendingLeadsTo === 'place' && !registration?.reconfirmAskedAt;

/** Replies `attending` to events with free places, all at once. Resolves to how many were accepted, refused and queued. */
async function attendAll(events: readonly MyEventSummary[]) {
  const outcomes = { done: 0, refused: 0, waiting: 0 };
  const replies = events.map((event) =>
    write({
      ...replyTo(event, 'attending', { leadsTo: 'place' }),
      subject: `registration:${event.id}`,
      said: null,
    }),
  );
  for (const reply of await Promise.allSettled(replies))
    outcomes[reply.status === 'fulfilled' ? reply.value.kind : 'refused'] += 1;
  return outcomes;
}

/** The rows of events that were answered here leave the list: no thumb is on them. */
export function OwedTeams({
  events,
  due,
  onAnswer,
}: {
  events: readonly MyEventSummary[];
  due: readonly MyEventSummary[];
  onAnswer: (() => void) | undefined;
}) {
  const queued = new Set(useOutbox().map(eventOfReply));
  const [sending, setSending] = useState<string | null>(null);
  const [said, setSaid] = useState<{ text: string } | null>(null);
  // One that was shown keeps its room, so that the rows below stay under the thumb.
  const [shown] = useState(() => new Set<string>());
  const owed = due.filter((event) => isPlain(event) && !queued.has(event.id));
  const known = new Map(events.flatMap(({ askingTeams = [] }) => askingTeams.map((team) => [team.id, team])));
  const teams = [...known.values()]
    .map((team) => ({
      ...team,
      asked: owed.filter(({ askingTeams }) => askingTeams?.some(({ id }) => id === team.id)),
    }))
    .filter(({ id, asked }) => asked.length > 1 || shown.has(id));
  useEffect(() => {
    for (const { id } of teams) shown.add(id);
  });
  const answer = async (id: string, asked: readonly MyEventSummary[]) => {
    onAnswer?.();
    setSending(id);
    const { done, refused, waiting } = await attendAll(asked);
    setSending(null);
    setSaid({
      text:
        refused > 0
          ? t(
              '{refused, plural, one {# event needs its own reply.} other {# events need their own replies.}}',
              {
                refused,
              },
            )
          : waiting > 0
            ? t('Saved on this device, will be sent')
            : t("You're going to all {done}.", { done }),
    });
  };
  return (
    <Teams>
      <StatusLine said={said} />
      {teams.map(({ id, name, asked }) => (
        <div key={id} className="team" style={{ visibility: asked.length > 1 ? 'visible' : 'hidden' }}>
          <p>
            {rich('<strong>{name}</strong> asks about {count} dates', {
              name,
              count: asked.length,
              strong: (text) => <strong>{text}</strong>,
            })}
          </p>
          <Button look="outline" busy={sending === id} onClick={() => void answer(id, asked)}>
            {rich('Going to all {count}<sr> of {name}</sr>', {
              count: asked.length,
              name,
              sr: (text) => <span className="sr">{text}</span>,
            })}
          </Button>
        </div>
      ))}
    </Teams>
  );
}
