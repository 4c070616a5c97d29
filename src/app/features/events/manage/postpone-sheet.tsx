// Asks before an event, or several dates of its series, are postponed: who is notified, and what stays the
// same.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { SeriesScope } from '../../../../contract/values/enums.ts';
import { callApi } from '../../../data/http/call.ts';
import { useConnectivity } from '../../../data/http/connectivity.ts';
import { askPreview } from '../../../data/outbox/planned.ts';
import { ScopeChoice, useScope } from '../../../entities/events/scope-choice.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { connectionText } from '../../../format/words/connection.ts';
import { answersStayText, notifiedText, paymentsStayText } from '../../../format/words/planning.ts';
import { AskSheet } from '../../../ui/dialogs/ask-sheet.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';

const Text = chakra('div', { base: { display: 'grid', gap: '2', color: 'fg.muted' } });

export function PostponeSheet({
  event,
  busy,
  onPostpone,
  onClose,
}: {
  event: MyEvent;
  busy: boolean;
  onPostpone: (scope: SeriesScope) => void;
  onClose: () => void;
}) {
  const { locale } = useViewer();
  const dates = useScope((scope) => {
    const body = { eventStatus: 'EventPostponed' as const, scope };
    return askPreview(callApi('POST /api/events/{id}/preview', { params: { id: event.id }, body }));
  }, 'this');
  const { scope, preview } = dates;
  const known = preview === 'unknown' ? null : preview;
  const reason = connectionText(useConnectivity());
  return (
    <AskSheet
      title={t('Postpone without a date?')}
      action={t('Postpone')}
      busyText={t('Postponing…')}
      busy={busy}
      failure={dates.refusal}
      isReady={preview !== null}
      onAct={() => onPostpone(scope)}
      onClose={onClose}
    >
      {event.series ? (
        <ScopeChoice
          {...dates}
          event={event}
          legend={t('Which dates?')}
          locale={locale}
          onChoose={dates.setScope}
        />
      ) : null}
      <Text role="status">
        {preview === null ? (
          <Skeleton h="6" w="75%" />
        ) : (
          <p>
            {preview === 'unknown'
              ? [reason, t("We'll postpone it and let people know as soon as possible.")]
                  .filter(Boolean)
                  .join(' ')
              : notifiedText(preview)}
          </p>
        )}
        {known && known.registrations > 0 ? <p>{answersStayText(known)}</p> : null}
        {known && known.payments > 0 ? <p>{paymentsStayText(known.payments)}</p> : null}
        <p>
          {t(
            'Everyone keeps their place. No one can reply or pay until you set a new date. Others can ask for a message when you do.',
          )}
        </p>
      </Text>
    </AskSheet>
  );
}
