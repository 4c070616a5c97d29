// What those who run an event do with it at once or, offline, later: publish, postpone, archive and restore.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { SeriesScope } from '../../../../contract/values/enums.ts';
import { onLateAnswer, type Sent } from '../../../data/outbox/outbox.ts';
import { plannedSubject } from '../../../data/outbox/planned.ts';
import { useQueuedWrite } from '../../../data/outbox/use-queued-write.ts';
import { t } from '../../../words/t.ts';

export const archivedText = () =>
  t("You'll find it under Past. Only the people who run it and those who replied can see it.");

/** `adopt` puts the server's answer into the cache. `onSent`: the write is answered or queued. `said`: what to announce of it. */
export function useEventActions(
  event: MyEvent,
  { adopt, onSent }: { adopt: (answer: MyEvent) => Promise<unknown>; onSent: () => void },
) {
  const { id, version, name } = event;
  const navigate = useNavigate();
  const subject = plannedSubject.publish(id);
  const status = useQueuedWrite(subject);
  const { pathname, search, state } = useLocation();
  const [said, setSaid] = useState<{ text: string } | null>(null);
  /** Removes what was said of an earlier action, also on the previous page. */
  const clear = () => {
    setSaid(null);
    if (state !== null) navigate({ pathname, search }, { replace: true, state: null });
  };
  /** Announces the action, and shows it as the only result. */
  const say = (text: string) => {
    clear();
    setSaid({ text });
  };
  /** What the answer of a queued write says; only until another write is sent, which may replace it. */
  const [late, setLate] = useState<string | null>(null);
  const send: typeof status.send = (what) => {
    setLate(null);
    return status.send(what);
  };
  const show = async (answer: MyEvent, text: string) => {
    setLate(null);
    await adopt(answer);
    say(text);
  };
  /** `done`: the text once the server has done it, now or, on a slow network, later. */
  const finish = async (sent: Sent<'PATCH /api/events/{id}'> | null, done: string) => {
    onSent();
    if (sent?.kind === 'waiting') setLate(done);
    if (sent?.kind === 'done') await show(sent.answer, done);
  };
  useEffect(() => {
    if (late === null) return undefined;
    return onLateAnswer(subject, (answer) => void show(answer as MyEvent, late));
  });
  const publish = async (asked: string) => {
    const sent = await send({
      call: 'POST /api/events/{id}/publish',
      params: { id },
      body: { version },
      title: t('Publish {name}', { name }),
    });
    await finish(sent, t('Published. {asked}', { asked }));
  };
  const postpone = async (scope: SeriesScope) => {
    const sent = await send({
      call: 'PATCH /api/events/{id}',
      params: { id },
      body: {
        version,
        eventStatus: 'EventPostponed',
        ...(scope !== 'this' && { scope }),
      },
      title: t('Postpone {name}', { name }),
    });
    await finish(sent, t('Postponed. Set a new date when you know it.'));
  };
  const archive = async () => {
    const sent = await send(
      event.publication === 'archived'
        ? {
            call: 'POST /api/events/{id}/publish',
            params: { id },
            body: { version },
            title: t('Restore {name} from the archive', { name }),
          }
        : {
            call: 'POST /api/events/{id}/archive',
            params: { id },
            body: { version },
            title: t('Archive {name}', { name }),
            said: () => `${t('Archived')}. ${archivedText()}`,
          },
    );
    if (sent?.kind !== 'done') return;
    clear();
    await adopt(sent.answer);
  };
  return { status, said, clear, publish, postpone, archive };
}
