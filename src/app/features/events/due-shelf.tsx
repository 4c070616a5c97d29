// What I have to pay to keep my places, the most urgent first, each with its way to the payment.
import type { MyEventSummary } from '../../../contract/events.ts';
import { amountText } from '../../format/money.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { Panel, PanelLink } from '../../ui/panel.tsx';
import { holdEnd } from './my-state.ts';

const untilOf = ({ registration }: MyEventSummary) => registration?.holdExpiresAt ?? '';

export function DueShelf({ events, viewer }: { events: readonly MyEventSummary[]; viewer: Viewer }) {
  return (
    <Panel title="To be paid">
      {events
        .toSorted((a, b) => (untilOf(a) < untilOf(b) ? -1 : 1))
        .map((event) =>
          event.due ? (
            <PanelLink key={event.id} icon="circle-dollar-sign" to={`/my/events/${event.id}/payment`}>
              {amountText(event.due.amount, viewer.locale)} until {holdEnd(untilOf(event), viewer)}
              <br />
              {event.name}
            </PanelLink>
          ) : null,
        )}
    </Panel>
  );
}
