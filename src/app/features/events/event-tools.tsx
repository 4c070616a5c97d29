// What those who run an event do with it: change, publish, duplicate and delete it.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../contract/events.ts';
import { ChangeState } from '../../cards/change-state.tsx';
import { callApi } from '../../data/call.ts';
import { askPreview, type Preview, plannedSubject } from '../../data/planned.ts';
import { tellSettled } from '../../data/settled.ts';
import { useAction } from '../../data/use-action.ts';
import { useCommand } from '../../data/use-command.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { FormError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

const PublishEvent = lazy(async () => ({ default: (await import('./publish-event.tsx')).PublishEvent }));
const DuplicateSheet = lazy(async () => ({
  default: (await import('./duplicate-sheet.tsx')).DuplicateSheet,
}));

const Bar = chakra('div', {
  base: {
    py: '2.5',
    '& .ways': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
    '& .draft': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2.5', pb: '2.5' },
    '& .draft p': { color: 'fg.muted', fontSize: 'sm' },
  },
});

/** `adopt` shows what the server has answered. */
export function EventTools({
  event,
  adopt,
}: {
  event: MyEvent;
  adopt: (answer: MyEvent) => Promise<unknown>;
}) {
  const { id } = event;
  const navigate = useNavigate();
  const publishing = useCommand(plannedSubject.publish(id));
  const [open, setOpen] = useState<{ publish: Preview } | 'duplicate' | 'delete' | null>(null);
  const asking = useAction();
  const isDraft = event.publication === 'draft';
  const askToPublish = () =>
    asking.run(async () => {
      const body = { action: 'publish' as const };
      const asked = callApi('POST /api/events/{id}/preview', { params: { id }, body });
      setOpen({ publish: await askPreview(asked) });
    });
  const publish = async () => {
    const sent = await publishing.send({
      call: 'POST /api/events/{id}/publish',
      params: { id },
      body: { version: event.version },
      title: `Publish ${event.name}`,
    });
    setOpen(null);
    if (sent?.kind === 'done') await adopt(sent.answer);
  };
  return (
    <Bar>
      {isDraft ? (
        <div className="draft">
          <Badge tone="warn">Draft</Badge>
          <p>Only those who run it see it.</p>
        </div>
      ) : null}
      <div className="ways">
        {isDraft ? (
          <Button
            aria-haspopup="dialog"
            busy={asking.busy || publishing.isSending}
            onClick={() => void askToPublish()}
          >
            Publish
          </Button>
        ) : null}
        <ButtonLink look="outline" to={`/my/events/${id}/edit`}>
          <Icon name="pencil" size={18} />
          Edit
        </ButtonLink>
        <Button look="outline" aria-haspopup="dialog" onClick={() => setOpen('duplicate')}>
          <Icon name="copy" size={18} />
          Duplicate
        </Button>
        {isDraft ? (
          <Button look="danger" aria-haspopup="dialog" onClick={() => setOpen('delete')}>
            <Icon name="trash-2" size={18} />
            Delete
          </Button>
        ) : null}
      </div>
      <FormError message={asking.failure} />
      <ChangeState change={publishing} about={event.name} />
      <Suspense fallback={null}>
        {open !== null && typeof open === 'object' ? (
          <PublishEvent
            event={event}
            preview={open.publish}
            busy={publishing.isSending}
            onPublish={() => void publish()}
            onClose={() => setOpen(null)}
          />
        ) : null}
        {open === 'duplicate' ? <DuplicateSheet event={event} onClose={() => setOpen(null)} /> : null}
        {open === 'delete' ? (
          <ConfirmSheet
            title="Delete this draft?"
            action="Delete"
            busyText="Deleting…"
            act={async () => {
              await callApi('DELETE /api/events/{id}', { params: { id } });
              tellSettled();
              navigate('/my/events?tab=coaching', { replace: true });
            }}
            onClose={() => setOpen(null)}
          >
            <p>{`“${event.name}” will be deleted. Only those who run it can see it.`}</p>
          </ConfirmSheet>
        ) : null}
      </Suspense>
    </Bar>
  );
}
