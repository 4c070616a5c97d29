// The actions of those who run an event: edit and publish it, and in a menu postpone, duplicate, archive, cancel, delete.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { attendancePath } from '../../../data/outbox/mark-calls.ts';
import { askPreview, type Preview } from '../../../data/outbox/planned.ts';
import { ChangeState } from '../../../entities/events/change-state.tsx';
import { useNow } from '../../../format/use-viewer.ts';
import { takesAttendance } from '../../../format/when.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { MoreMenu } from '../../../ui/dialogs/more-menu.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { footBar } from '../../../ui/page/foot-bar.ts';
import { StatusLine } from '../../../ui/status-line.tsx';
import { t } from '../../../words/t.ts';
import { archivedText, useEventActions } from './use-event-actions.ts';

const PublishEvent = lazy(async () => ({ default: (await import('./publish-event.tsx')).PublishEvent }));
const GoneNotice = lazy(async () => ({ default: (await import('./gone-notice.tsx')).GoneNotice }));
const CancelSheet = lazy(async () => ({ default: (await import('./cancel-sheet.tsx')).CancelSheet }));
const PostponeSheet = lazy(async () => ({ default: (await import('./postpone-sheet.tsx')).PostponeSheet }));
const DeleteSheet = lazy(async () => ({ default: (await import('./delete-sheet.tsx')).DeleteSheet }));
const DuplicateSheet = lazy(async () => ({
  default: (await import('./duplicate-sheet.tsx')).DuplicateSheet,
}));

const Bar = chakra('div', {
  base: {
    py: '2.5',
    '& .ways': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
    // In pixels, not by text size: at 320 px and 200 % there is no room for it.
    '& .ways > :not(dialog)': { px: { base: '12px', sm: '18px' } },
    '& .ways > .main svg': { smDown: { display: 'none' } },
    '& .publication': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '2.5',
      pb: '2.5',
      _empty: { display: 'none' },
    },
    '& .ways > .main': { flex: { base: '1 1 0', lg: 'none' } },
    '& .publication p': { color: 'fg.muted', fontSize: 'sm' },
  },
  variants: {
    isBar: {
      true: {
        lgDown: { py: '0', '& .publication': { pt: '2.5' } },
        '& .ways': {
          lgDown: {
            ...footBar,
            '& > *': { minH: '48px' },
          },
        },
      },
    },
  },
});

type Open = { publish: Preview } | 'postpone' | 'duplicate' | 'cancel' | 'delete';

/** `adopt` puts the server's answer into the cache. `isBar`: the actions are at the foot of a phone's page. */
export function EventTools({
  event,
  isBar,
  adopt,
}: {
  event: MyEvent;
  isBar: boolean;
  adopt: (answer: MyEvent) => Promise<unknown>;
}) {
  const { id, can } = event;
  const [open, setOpen] = useState<Open | null>(null);
  const { status, said, clear, publish, postpone, archive } = useEventActions(event, {
    adopt,
    onSent: () => setOpen(null),
  });
  const asking = useAction();
  const now = useNow();
  const isDraft = event.publication === 'draft';
  const isArchived = event.publication === 'archived';
  const isPostponed = event.eventStatus === 'EventPostponed';
  const canChange = !isArchived && event.eventStatus !== 'EventCancelled';
  // Attendance can also be marked at an event that is cancelled or over.
  const isMarked = can.markAttendance && !isDraft && takesAttendance(event, now);
  const hasMain = isDraft || canChange || isMarked;
  // The bar at the foot is only for a main action.
  const isFoot = isBar && hasMain;
  const askToPublish = () =>
    asking.run(async () => {
      const body = { action: 'publish' as const };
      const asked = callApi('POST /api/events/{id}/preview', { params: { id }, body });
      setOpen({ publish: await askPreview(asked) });
    });
  const duplicate = (onClick: () => void) => (
    <Button className="main" look="outline" aria-haspopup="dialog" onClick={onClick}>
      <Icon name="copy" size={18} />
      {t('Duplicate')}
    </Button>
  );
  return (
    <Bar isBar={isFoot}>
      {event.goneFrom === null ? null : (
        <Suspense fallback={null}>
          <GoneNotice event={event} host={event.goneFrom} onCancelled={clear} />
        </Suspense>
      )}
      <div className="publication">
        {isDraft ? (
          <>
            <Badge tone="warn">{t('Draft')}</Badge>
            <p>{t('Only the people who run it can see it.')}</p>
          </>
        ) : isArchived ? (
          <>
            <Badge>{t('Archived')}</Badge>
            <p>{archivedText()}</p>
          </>
        ) : null}
      </div>
      <div className="ways" data-action-bar={isFoot || undefined}>
        {isDraft ? (
          <Button
            className="main"
            aria-haspopup="dialog"
            busy={asking.busy || status.isSending}
            onClick={() => void askToPublish()}
          >
            {t('Publish')}
          </Button>
        ) : null}
        {isMarked ? (
          <ButtonLink className="main" to={attendancePath(id)}>
            <Icon name="check" size={18} />
            {t('Attendance')}
          </ButtonLink>
        ) : null}
        {canChange ? (
          <ButtonLink
            className="main"
            look="outline"
            to={`/my/events/${id}/edit${isPostponed ? '?newDate' : ''}`}
          >
            <Icon name="pencil" size={18} />
            {isPostponed ? t('Set a new date') : t('Edit')}
          </ButtonLink>
        ) : null}
        {/* Else the menu would be alone in its row. */}
        {hasMain ? null : duplicate(() => setOpen('duplicate'))}
        <MoreMenu label={t('More actions')} busy={status.isSending}>
          {(close) => {
            const choose = (next: Open) => {
              close();
              setOpen(next);
            };
            return (
              <>
                {can.markAttendance && !isMarked ? (
                  <ButtonLink look="outline" to={attendancePath(id)}>
                    <Icon name="check" size={18} />
                    {t('Attendance')}
                  </ButtonLink>
                ) : null}
                {canChange && isPostponed ? (
                  <ButtonLink look="outline" to={`/my/events/${id}/edit`}>
                    <Icon name="pencil" size={18} />
                    {t('Edit')}
                  </ButtonLink>
                ) : null}
                {can.cancel && !isPostponed ? (
                  <Button look="outline" aria-haspopup="dialog" onClick={() => choose('postpone')}>
                    <Icon name="calendar-clock" size={18} />
                    {t('Postpone')}
                  </Button>
                ) : null}
                {hasMain ? duplicate(() => choose('duplicate')) : null}
                {isArchived || can.archive ? (
                  <Button
                    look="outline"
                    onClick={() => {
                      close();
                      void archive();
                    }}
                  >
                    <Icon name={isArchived ? 'archive-restore' : 'archive'} size={18} />
                    {isArchived ? t('Restore from the archive') : t('Archive')}
                  </Button>
                ) : null}
                {can.cancel ? (
                  <Button look="danger" aria-haspopup="dialog" onClick={() => choose('cancel')}>
                    <Icon name="calendar-off" size={18} />
                    {t('Cancel this event')}
                  </Button>
                ) : null}
                {can.delete ? (
                  <Button look="danger" aria-haspopup="dialog" onClick={() => choose('delete')}>
                    <Icon name="trash-2" size={18} />
                    {t('Delete')}
                  </Button>
                ) : null}
              </>
            );
          }}
        </MoreMenu>
      </div>
      <StatusLine said={said} />
      <FormError message={asking.failure} />
      <ChangeState change={status} about={event.name} />
      <Suspense fallback={null}>
        {open === 'postpone' ? (
          <PostponeSheet
            event={event}
            busy={status.isSending}
            onPostpone={(scope) => void postpone(scope)}
            onClose={() => setOpen(null)}
          />
        ) : null}
        {open !== null && typeof open === 'object' ? (
          <PublishEvent
            event={event}
            preview={open.publish}
            busy={status.isSending}
            onPublish={(asked) => void publish(asked)}
            onClose={() => setOpen(null)}
          />
        ) : null}
        {open === 'duplicate' ? <DuplicateSheet event={event} onClose={() => setOpen(null)} /> : null}
        {open === 'cancel' ? (
          <CancelSheet event={event} onCancelled={clear} onClose={() => setOpen(null)} />
        ) : null}
        {open === 'delete' ? <DeleteSheet event={event} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </Bar>
  );
}
