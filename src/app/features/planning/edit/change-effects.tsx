// The effects of an edit of a published event, before it is saved: changed times and places, and who is
// affected.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useConnectivity } from '../../../data/http/connectivity.ts';
import type { Preview } from '../../../data/outbox/planned.ts';
import { connectionText } from '../../../format/words/connection.ts';
import {
  answersStayText,
  askedAgainText,
  notifiedText,
  paymentsStayText,
  warningTexts,
} from '../../../format/words/planning.ts';
import { Effect, Effects } from '../../../ui/dialogs/effects.tsx';
import { t } from '../../../words/t.ts';

const List = chakra('dl', {
  base: {
    display: 'grid',
    gap: '3',
    _empty: { display: 'none' },
    '& dt': { fontSize: 'sm', color: 'fg.muted' },
    '& dd': { fontWeight: '600' },
    '& s': { display: 'block', fontWeight: '400', color: 'fg.muted' },
  },
});

export type Move = { label: string; before: string; after: string };

/** Leaves out moves that change nothing. */
export function Moves({ moves }: { moves: readonly Move[] }) {
  return (
    <List>
      {moves
        .filter(({ before, after }) => before !== after)
        .map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <s>
                <span className="sr">{t('Was')} </span>
                {before}
              </s>
              {after}
            </dd>
          </div>
        ))}
    </List>
  );
}

/** `unknown`: the server could not be asked. `children`: more effects, before the warnings. */
export function ChangeEffects({ preview, children }: { preview: Preview; children?: ReactNode }) {
  const reason = connectionText(useConnectivity());
  return (
    <Effects>
      {preview === 'unknown' ? (
        <Effect icon="cloud-off">
          {[
            reason,
            t("We can't say yet who gets a message or what else this changes."),
            t("We'll save it as soon as possible."),
          ]
            .filter(Boolean)
            .join(' ')}
        </Effect>
      ) : (
        <>
          <Effect icon="bell">{notifiedText(preview)}</Effect>
          {preview.askedAgain > 0 ? <Effect icon="check">{askedAgainText(preview.askedAgain)}</Effect> : null}
          {preview.registrations > 0 && preview.askedAgain === 0 ? (
            <Effect icon="check">{answersStayText(preview)}</Effect>
          ) : null}
          {preview.payments > 0 ? <Effect icon="check">{paymentsStayText(preview.payments)}</Effect> : null}
          {children}
          {warningTexts(preview).map((text) => (
            <Effect key={text} icon="circle-alert" isWarning>
              {text}
            </Effect>
          ))}
        </>
      )}
    </Effects>
  );
}
