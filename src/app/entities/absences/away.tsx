// My absences: a line for each one that is not over, with a button to end it, and a button to add one.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Absence, AbsenceAnswer } from '../../../contract/events/absences.ts';
import { absenceSubject, addAbsence, endAbsence, type WaitingAbsence } from '../../data/outbox/absences.ts';
import { onLateAnswer } from '../../data/outbox/outbox.ts';
import { useQueued } from '../../data/outbox/use-outbox.ts';
import { useQueuedWrite } from '../../data/outbox/use-queued-write.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { awayText, daysText, endedText } from '../../format/words/absence.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { silence } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { ChangeState } from '../events/change-state.tsx';
import type { Late } from './away-sheet.tsx';
import { useAbsences } from './use-absences.ts';

const AwaySheet = lazy(async () => ({ default: (await import('./away-sheet.tsx')).AwaySheet }));

/** The result of the last action. `ended`: the absence that ending can be undone for. `late`: where it is not sent yet. */
type Said = { text: string; ended?: Absence; late?: Late };

/** The state that the button and the lines of one screen share. */
export function useAway() {
  const [open, setOpen] = useState<Absence | 'new' | null>(null);
  const [said, say] = useState<Said | null>(null);
  return { open, setOpen, said, say };
}
type Away = ReturnType<typeof useAway>;

export function AwayButton({ away }: { away: Away }) {
  return (
    <Button
      look="outline"
      shape="icon"
      aria-haspopup="dialog"
      aria-label={t("I'm away…")}
      onClick={() => away.setOpen('new')}
    >
      <Icon name="calendar-off" />
    </Button>
  );
}

const Box = chakra('div', {
  base: {
    '& .away': {
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      rounded: 'lg',
      ps: '4',
      pe: '2',
      py: '1.5',
      my: '2',
    },
    '& .row': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3' },
    '& .row > .icon': { flexShrink: '0', color: 'fg.muted' },
    '& .days': { flex: '1 1 7rem', minW: '0', py: '1.5', fontWeight: '600', lineHeight: '1.3' },
    '& .note': {
      flexBasis: '100%',
      ps: '8',
      pb: '1',
      fontSize: 'sm',
      color: 'fg.muted',
      overflowWrap: 'anywhere',
    },
    '& .ways': { display: 'flex', gap: '1', ms: 'auto' },
    '& .said': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2' },
    '& .said > p': { flex: '0 1 auto' },
  },
});

/** Empty where I have no absence and no message is shown. */
export function AwayLines({ away }: { away: Away }) {
  const { items, waiting, today } = useAbsences();
  const { open, setOpen, said, say } = away;
  const late = said?.late;
  const row = useQueued(late?.subject ?? '');
  useEffect(
    () =>
      late &&
      onLateAnswer(late.subject, (answer) => {
        // In place of what the outbox is about to say.
        silence();
        say(late.said(answer as AbsenceAnswer));
      }),
    [late, say],
  );
  // Sent by another tab, refused or taken back: its row says so, or is gone.
  const isOver = late !== undefined && (row === null || row.refusal !== null);
  return (
    <Box>
      {today === null
        ? null
        : items.map((absence) => <AwayLine key={absence.id} absence={absence} today={today} away={away} />)}
      {waiting.map((absence) => (
        <QueuedLine key={absence.row.id} absence={absence} />
      ))}
      <div className="said">
        <StatusLine said={isOver ? null : said} />
        {said?.ended && today !== null ? (
          <UndoBack key={said.ended.id} absence={said.ended} today={today} say={say} />
        ) : null}
      </div>
      <Suspense fallback={null}>
        {open !== null && today !== null ? (
          <AwaySheet
            // As it is now: the sheet stays open where a change elsewhere made the save fail.
            absence={open === 'new' ? null : (items.find(({ id }) => id === open.id) ?? open)}
            today={today}
            onDone={say}
            onClose={() => setOpen(null)}
          />
        ) : null}
      </Suspense>
    </Box>
  );
}

function AwayLine({ absence, today, away }: { absence: Absence; today: string; away: Away }) {
  const { locale, now } = useViewer();
  const ending = useQueuedWrite(absenceSubject.end(absence.id));
  const changing = useQueuedWrite(absenceSubject.change(absence.id));
  const text = awayText(absence, { today, locale, now: now ?? 0 });
  const isOn = absence.from <= today;
  const ended = isOn ? t("I'm back") : t('Remove');
  const end = async () => {
    const sent = await ending.send(endAbsence(absence, `${ended}: ${text}`));
    const said: Late['said'] = ({ reopened }) => ({ text: endedText({ reopened, isOn }), ended: absence });
    if (sent?.kind === 'done') away.say(said(sent.answer));
    if (sent?.kind === 'waiting')
      away.say({
        text: t('Not sent yet. Once it is, your events need your reply again.'),
        late: { subject: absenceSubject.end(absence.id), said },
      });
  };
  return (
    // A section gets the focus when the button that had it is gone (layout/keep-focus.ts).
    <section className="away" aria-label={text}>
      <div className="row">
        <Icon name="calendar-off" />
        <strong className="days">{text}</strong>
        {ending.isWaiting || changing.isWaiting ? null : (
          <span className="ways">
            <Button
              look="quiet"
              shape="icon"
              aria-haspopup="dialog"
              aria-label={t('Change: {days}', { days: text })}
              onClick={() => away.setOpen(absence)}
            >
              <Icon name="pencil" size={18} />
            </Button>
            <Button
              look="outline"
              px="4"
              busy={ending.isSending}
              aria-label={`${ended}: ${text}`}
              onClick={() => void end()}
            >
              {ended}
            </Button>
          </span>
        )}
        {absence.note ? <p className="note">{absence.note}</p> : null}
      </div>
      <ChangeState change={changing.row ? changing : ending} about={text} isQueuedSaid />
    </section>
  );
}

/** A queued absence that the server does not have yet. */
function QueuedLine({ absence: { row, from, to } }: { absence: WaitingAbsence }) {
  const { locale } = useViewer();
  const command = useQueuedWrite(row.subject);
  const text = t('Away {days}', { days: daysText({ from, to }, locale) });
  return (
    <div className="away">
      <div className="row">
        <Icon name="calendar-off" />
        <strong className="days">{text}</strong>
        {row.refusal ? null : <p className="note">{t("We'll reply to your events once this is sent.")}</p>}
      </div>
      <ChangeState change={command} about={text} isQueuedSaid />
    </div>
  );
}

/** Away again on the remaining days: the ended absence stays ended, and a new one answers in the same way. */
function UndoBack({ absence, today, say }: { absence: Absence; today: string; say: (said: Said) => void }) {
  const { locale } = useViewer();
  const { from, to, note } = absence;
  const days = { from: from < today ? today : from, to, note };
  const [again] = useState(() => addAbsence(days, t('Away {days}', { days: daysText(days, locale) })));
  const command = useQueuedWrite(again.subject);
  const undo = async () => {
    const sent = await command.send(again);
    const said = () => ({ text: t("You're away again, with the same replies.") });
    if (sent?.kind === 'done') say(said());
    if (sent?.kind === 'waiting') say({ text: t('Not sent yet.'), late: { subject: again.subject, said } });
  };
  return (
    <>
      <Button
        look="quiet"
        busy={command.isSending}
        aria-label={t("Undo: I'm back")}
        onClick={() => void undo()}
      >
        {t('Undo')}
      </Button>
      {command.isWaiting ? null : <ChangeState change={command} about={t('Away again')} />}
    </>
  );
}
