// Asks before an event, or several dates of its series, are deleted; only possible without replies.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { SeriesScope } from '../../../../contract/values/enums.ts';
import { callApi } from '../../../data/http/call.ts';
import { notifyWriteAcknowledged } from '../../../data/resources/notify-acknowledged.ts';
import { ScopeChoice } from '../../../entities/events/scope-choice.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { ConfirmSheet } from '../../../ui/dialogs/confirm-sheet.tsx';
import { t } from '../../../words/t.ts';

export function DeleteSheet({ event, onClose }: { event: MyEvent; onClose: () => void }) {
  const { id, name, series } = event;
  const navigate = useNavigate();
  const { locale } = useViewer();
  const [scope, setScope] = useState<SeriesScope>('this');
  const isDraft = event.publication === 'draft';
  const isOne = scope === 'this';
  return (
    <ConfirmSheet
      title={series ? t('Delete which dates?') : isDraft ? t('Delete this draft?') : t('Delete this event?')}
      action={t('Delete')}
      busyText={t('Deleting…')}
      said={t('Deleted: {name}', { name })}
      act={async () => {
        await callApi('DELETE /api/events/{id}', { params: { id }, query: isOne ? {} : { scope } });
        notifyWriteAcknowledged('DELETE /api/events/{id}');
        navigate('/my/events?tab=coaching', { replace: true });
      }}
      onClose={onClose}
    >
      {series ? (
        <ScopeChoice event={event} legend={t('Dates')} scope={scope} locale={locale} onChoose={setScope} />
      ) : null}
      <p>
        {isOne
          ? isDraft
            ? t('This deletes “{name}”. Only the people who run it can see it.', { name })
            : t('This deletes “{name}” for everyone. No one has replied yet, and no one gets a message.', {
                name,
              })
          : t(
              'This deletes them for everyone, and no one gets a message. If someone has replied to a date, you can only cancel it.',
            )}
      </p>
    </ConfirmSheet>
  );
}
