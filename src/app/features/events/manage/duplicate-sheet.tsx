// Duplicates an event as a draft at another time, which it asks for.

import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { newId } from '../../../data/http/new-id.ts';
import { plannedSubject } from '../../../data/outbox/planned.ts';
import { useQueuedWrite } from '../../../data/outbox/use-queued-write.ts';
import { deviceZone, useViewer } from '../../../format/use-viewer.ts';
import { instantOf, wallTime, wallTimeOf, writtenWallTime } from '../../../format/wall-clock.ts';
import { isSameClock, zoneCity } from '../../../format/when.ts';
import { refusalText } from '../../../format/words/refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, TextField } from '../../../ui/forms/field.tsx';
import { OfflineNotice } from '../../../ui/forms/offline-notice.tsx';
import { rememberPage } from '../../../ui/navigation/remember-page.ts';
import { t } from '../../../words/t.ts';

const weekMinutes = 7 * 24 * 60;

export function DuplicateSheet({ event, onClose }: { event: MyEvent; onClose: () => void }) {
  const { timeZone } = event;
  const navigate = useNavigate();
  const viewer = useViewer();
  // Created once, so that a second click does not create a second event.
  const [id] = useState(newId);
  const command = useQueuedWrite(plannedSubject.duplicate(id));
  const next = writtenWallTime(wallTime(timeZone, event.startsAt) + weekMinutes);
  const [day, setDay] = useState(next.day);
  const [time, setTime] = useState(next.time);
  const wall = wallTimeOf(day, time);
  const isElsewhere = !isSameClock(event.startsAt, timeZone, viewer.timeZone ?? deviceZone());
  const duplicate = async () => {
    const isHere = rememberPage();
    const sent = await command.send({
      call: 'POST /api/events/{id}/duplicate',
      params: { id: event.id },
      body: { id, startsAt: new Date(instantOf(timeZone, wall)).toISOString() },
      title: t('Duplicate {name}', { name: event.name }),
    });
    if (!isHere()) return;
    if (sent?.kind === 'done')
      navigate(`/my/events/${sent.answer.id}`, {
        state: { said: t('This is the copy. It stays a draft until you publish it.') },
      });
    if (sent?.kind === 'waiting') navigate('/my/events?tab=coaching');
  };
  return (
    <Sheet title={t('Duplicate to another day')} onClose={onClose}>
      {(close) => (
        <chakra.form
          display="grid"
          gap="4"
          noValidate
          onSubmit={(submit: React.FormEvent<HTMLFormElement>) => {
            submit.preventDefault();
            if (Number.isNaN(wall)) focusInvalid(submit.currentTarget);
            else if (!command.isSending) void duplicate();
          }}
        >
          <TextField
            label={t('Day')}
            type="date"
            name="day"
            value={day}
            error={day === '' ? t('Choose a day.') : undefined}
            onChange={(change) => setDay(change.currentTarget.value)}
          />
          <TextField
            label={t('Starts at')}
            type="time"
            name="time"
            value={time}
            error={time === '' ? t('Choose a time.') : undefined}
            hint={isElsewhere ? t('In {city} time.', { city: zoneCity(timeZone) }) : undefined}
            onChange={(change) => setTime(change.currentTarget.value)}
          />
          <OfflineNotice>{t("We'll create the draft as soon as possible.")}</OfflineNotice>
          <FormError message={command.trouble ?? (command.refused ? refusalText(command.refused) : null)} />
          <div className="foot">
            <Button type="submit" busy={command.isSending}>
              {t('Create draft')}
            </Button>
            <Button look="outline" onClick={close}>
              {t('Cancel')}
            </Button>
          </div>
        </chakra.form>
      )}
    </Sheet>
  );
}
