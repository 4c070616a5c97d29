// The payments that are due to keep my places, the most urgent first, each with a link to pay.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyEventSummary } from '../../../../contract/events/events.ts';
import { amountText } from '../../../format/money.ts';
import type { Viewer } from '../../../format/use-viewer.ts';
import { holdEnd } from '../../../format/when.ts';
import { Panel, PanelLink } from '../../../ui/panel.tsx';
import { t } from '../../../words/t.ts';

const Shelf = chakra('div', {
  base: {
    mb: '6',
    '& a': { py: '2.5' },
    '& small': {
      display: 'block',
      fontSize: 'sm',
      fontWeight: '700',
      color: 'warn',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});

const untilOf = ({ registration }: MyEventSummary) => registration?.holdExpiresAt ?? '';

export function DueShelf({ events, viewer }: { events: readonly MyEventSummary[]; viewer: Viewer }) {
  return (
    <Shelf>
      <Panel title={t('To pay')}>
        {events
          .toSorted((a, b) => (untilOf(a) < untilOf(b) ? -1 : 1))
          .map((event) =>
            event.due ? (
              <PanelLink key={event.id} icon="circle-dollar-sign" to={`/my/events/${event.id}/payment`}>
                {event.name}
                <small>
                  {t('{amount} until {time}', {
                    amount: amountText(event.due.amount, viewer.locale),
                    time: holdEnd(untilOf(event), viewer),
                  })}
                </small>
              </PanelLink>
            ) : null,
          )}
      </Panel>
    </Shelf>
  );
}
