// Asks before an edit of a series' date is saved: which dates it changes, and the effects on them and on the
// replies.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { ChangePreview } from '../../../../contract/events/planning.ts';
import type { SeriesScope } from '../../../../contract/values/enums.ts';
import type { Preview } from '../../../data/outbox/planned.ts';
import { ScopeChoice, useScope } from '../../../entities/events/scope-choice.tsx';
import { keptDateText } from '../../../format/words/planning.ts';
import { type Asking, AskSheet } from '../../../ui/dialogs/ask-sheet.tsx';
import { Effect } from '../../../ui/dialogs/effects.tsx';
import { Choices } from '../../../ui/forms/choices.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import type { Following } from '../form/body.ts';
import { ChangeEffects, type Move, Moves } from './change-effects.tsx';

/**
 * `isPublishing`: the dates are drafts, and are published with the edit. `isNewRule`: the recurrence rule
 * changes.
 */
export function SeriesSheet({
  event,
  moves,
  locale,
  isPublishing,
  isNewRule,
  ask,
  onSave,
  ...asking
}: Asking & {
  event: MyEvent;
  moves: readonly Move[];
  locale: string;
  isPublishing: boolean;
  isNewRule: boolean;
  ask: (following: Following) => Promise<Preview>;
  onSave: (following: Following, dates: number | null) => void;
}) {
  const [replaces, setReplaces] = useState(false);
  const [leftOut, setLeftOut] = useState<NonNullable<Following['leftOut']>>('separate');
  const followingOf = (scope: SeriesScope): Following =>
    scope === 'this'
      ? { scope }
      : { scope, handEdits: replaces ? 'replace' : 'keep', ...(isNewRule && { leftOut }) };
  // Someone else may have changed the event before a refused write: ask for its effects again.
  const refusedVersion = asking.failure === null ? '' : event.version;
  const { scope, setScope, countOfScope, preview, refusal } = useScope(
    (one) => ask(followingOf(one)),
    isPublishing ? 'all' : isNewRule ? 'following' : 'this',
    `${replaces} ${leftOut} ${refusedVersion}`,
  );
  const dates = preview && preview !== 'unknown' ? preview.dates : null;
  const action = isPublishing
    ? dates === null
      ? t('Publish')
      : t('Publish {count, plural, one {# date} other {# dates}}', { count: dates })
    : dates === null
      ? t('Change')
      : t('Change {count, plural, one {# date} other {# dates}}', { count: dates });
  const known = preview === null || preview === 'unknown' ? null : preview;
  return (
    <AskSheet
      {...asking}
      title={isPublishing ? t('Publish which dates?') : t('Change which dates?')}
      action={action}
      busyText={isPublishing ? t('Publishing…') : t('Saving…')}
      isReady={preview !== null}
      onAct={() => onSave(followingOf(scope), dates)}
    >
      <ScopeChoice
        event={event}
        legend={t('Dates')}
        scope={scope}
        countOfScope={countOfScope}
        isOneLeftOut={isNewRule}
        locale={locale}
        onChoose={setScope}
      />
      <Moves moves={moves} />
      <FormError message={refusal} />
      {/* The server says it later, and again for other dates. */}
      <div role="status">
        {preview !== null ? (
          <ChangeEffects preview={preview}>
            {known && known.keptDates.length > 0 ? (
              <Effect icon="pencil">
                <KeptDates dates={known.keptDates} timeZone={event.timeZone} locale={locale} />
              </Effect>
            ) : null}
          </ChangeEffects>
        ) : refusal === null ? (
          <Skeleton h="24" rounded="md" />
        ) : null}
      </div>
      {leftOut === 'cancel' || known?.warnings.some(({ code }) => code === 'datesSeparated') ? (
        <Choices
          legend={t('Dates with replies that drop out of the series')}
          name="leftOut"
          chosen={leftOut}
          onChoose={setLeftOut}
          options={[
            { value: 'separate', label: t('Keep them as single events') },
            { value: 'cancel', label: t('Cancel them') },
          ]}
        />
      ) : null}
      {replaces || (known && known.keptDates.length > 0) ? (
        <SwitchRow
          label={t('Change those too')}
          name="replaces"
          checked={replaces}
          onChange={(change) => setReplaces(change.currentTarget.checked)}
        />
      ) : null}
    </AskSheet>
  );
}

const firstShown = 3;

const KeptList = chakra('div', {
  base: {
    display: 'grid',
    gap: '1',
    '& details > div': { pb: '1' },
    '& summary': { py: '2.5', color: 'fg.muted', cursor: 'pointer' },
  },
});

/** The dates that keep own values, and which; all but the first ones folded. */
function KeptDates({
  dates,
  timeZone,
  locale,
}: {
  dates: ChangePreview['keptDates'];
  timeZone: string;
  locale: string;
}) {
  const texts = [...new Set(dates.map((date) => keptDateText(date, timeZone, locale)))];
  const lines = texts.map((text) => <div key={text}>{text}</div>);
  const folded = lines.slice(firstShown);
  return (
    <KeptList>
      {lines.slice(0, firstShown)}
      {folded.length > 0 ? (
        <details>
          <summary>
            {t('{count, plural, one {One more date} other {# more dates}}', { count: folded.length })}
          </summary>
          {folded}
        </details>
      ) : null}
    </KeptList>
  );
}
