// Unsaved changes of an event that someone may no longer edit: to read, copy and discard.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import { cancel, type QueuedWrite } from '../../../data/outbox/outbox.ts';
import { plannedSubject } from '../../../data/outbox/planned.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { refusalText } from '../../../format/words/refusals.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { topicsOf } from '../form/event-topics.ts';
import { useNames, usePlaces } from '../form/sources.tsx';
import type { EventEdits, EventKey, EventValues } from '../form/values.ts';
import { readEdits, storeEdits } from './use-event-edits.ts';

const Typed = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    p: '4',
    display: 'grid',
    gap: '3',
    '& h2': { fontWeight: '700', fontSize: 'lg' },
    '& dl': { display: 'grid', gap: '3' },
    '& dt': { fontSize: 'sm', color: 'fg.muted' },
    '& dd': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  },
});

type Whose = { id: string; userId: string };

/** `otherwise`: the page for someone without unsaved changes. */
export function UnsavedEdits({ otherwise, ...whose }: Whose & { otherwise: ReactNode }) {
  const { id, userId } = whose;
  const [edits, setEdits] = useState(() => readEdits(userId, id));
  const waiting = useQueued(plannedSubject.edit(id));
  if (edits === null) return otherwise;
  const discard = () => {
    storeEdits(userId, id, null);
    if (waiting) void cancel(waiting.id);
    setEdits(null);
  };
  return <Page {...whose} edits={edits} refusal={waiting?.refusal ?? null} onDiscard={discard} />;
}

function Page({
  id,
  userId,
  edits,
  refusal,
  onDiscard,
}: Whose & { edits: EventEdits; refusal: QueuedWrite['refusal']; onDiscard: () => void }) {
  const { locale } = useViewer();
  const { places } = usePlaces();
  const values: EventValues = { ...edits.base, ...edits.typed };
  const names = {
    nameOf: useNames(userId, null, values),
    placeOf: ({ newPlace, place }: EventValues) =>
      newPlace?.name ?? places.find((one) => one.id === place)?.name ?? null,
  };
  const typed = topicsOf(Object.keys(edits.typed) as EventKey[]).map(({ name, words }) => ({
    name: t(name),
    text: words(values, locale, names) || t('Empty'),
  }));
  return (
    <Screen>
      <EmptyState
        icon="calendar"
        title={t("You can't change this event any more")}
        action={<ButtonLink to={`/my/events/${id}`}>{t('See the event')}</ButtonLink>}
      >
        {refusal
          ? t("We couldn't save your changes: {refusal}", { refusal: refusalText(refusal) })
          : t("You no longer run it, or it was deleted. We couldn't save your changes.")}
      </EmptyState>
      <Typed aria-labelledby="typed">
        <h2 id="typed">{t('What you typed')}</h2>
        <dl>
          {typed.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <div className="ways">
          <CopyButton text={typed.map(({ name, text }) => `${name}: ${text}`).join('\n')} />
          <Button look="outline" onClick={onDiscard}>
            {t('Discard')}
          </Button>
        </div>
      </Typed>
    </Screen>
  );
}
