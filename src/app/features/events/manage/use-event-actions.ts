// What those who run an event do with it at once or, offline, later: publish, postpone, archive and restore.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { SeriesScope } from '../../../../contract/values/enums.ts';
import { onLateAnswer, type Write } from '../../../data/outbox/outbox.ts';
import { plannedSubject } from '../../../data/outbox/planned.ts';
import { useQueuedWrite } from '../../../data/outbox/use-queued-write.ts';
import { silence } from '../../../words/announce.ts';
import { t } from '../../../words/t.ts';

export const archivedText = () =>
  t("You'll find it under Past. Only the people who run it and those who replied can see it.");

type SaidCall = 'POST /api/events/{id}/publish' | 'PATCH /api/events/{id}';

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
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const send: typeof status.send = (what) => {
    setLate(null);
    return status.send(what);
  };
  const show = async (answer: MyEvent, text: string) => {
    setLate(null);
    await adopt(answer);
    say(text);
  };
  /**
   * `done`: the text once the server has done it, now or, on a slow network, later. This page says it; once it is left, the outbox
   * does.
   */
  const sendAndSay = async <K extends SaidCall>(what: Omit<Write<K>, 'subject'>, done: string) => {
    let isAwaited = true;
    const sent = await send<K>({ ...what, said: () => (isAwaited && isShown.current ? null : done) });
    isAwaited = false;
    onSent();
    if (sent?.kind === 'waiting') setLate(done);
    if (sent?.kind === 'done') await show(sent.answer as MyEvent, done);
  };
  useEffect(() => {
    if (late === null) return undefined;
    return onLateAnswer(subject, (answer) => {
      // In place of what the outbox is about to say.
      silence();
      void show(answer as MyEvent, late);
    });
  });
  const publish = (asked: string) =>
    sendAndSay(
      {
        call: 'POST /api/events/{id}/publish',
        params: { id },
        body: { version },
        title: t('Publish {name}', { name }),
      },
      t('Published. {asked}', { asked }),
    );
  const postpone = (scope: SeriesScope) =>
    sendAndSay(
      {
        call: 'PATCH /api/events/{id}',
        params: { id },
        body: {
          version,
          eventStatus: 'EventPostponed',
          ...(scope !== 'this' && { scope }),
        },
        title: t('Postpone {name}', { name }),
      },
      t('Postponed. Set a new date when you know it.'),
    );
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
