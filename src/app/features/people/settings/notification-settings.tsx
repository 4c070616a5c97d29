// My mail settings: kinds, frequency, and quiet hours.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState } from 'react';
import {
  type NotificationFrequency,
  type NotificationKind,
  notificationFrequencies,
} from '../../../../contract/values/words.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { PartProps } from './settings-screen.tsx';

type Group = { title: string; isForCoaches?: true; kinds: Partial<Record<NotificationKind, string>> };

/** Every kind of notification once, in a person's words. */
export const groups: readonly Group[] = [
  {
    title: 'Your place',
    kinds: {
      replyOwed: 'An event waits for your reply',
      placeConfirmed: 'You got a place',
      placeOffered: 'A place came free for you',
      offerExpired: 'A place you were offered has gone',
      waitlistJoined: 'You are on a waitlist',
      registrationRejected: 'You were not accepted',
      registrationCancelled: 'Your place was cancelled',
      repliedForYou: 'Someone replied for you',
    },
  },
  {
    title: 'Your events',
    kinds: { eventChanged: 'Time, place or anything else changed', eventCancelled: 'An event was cancelled' },
  },
  {
    title: 'Paying',
    kinds: {
      paymentDue: 'A place is held until you pay',
      holdExpired: 'A held place has gone',
      paymentReceived: 'Your payment was received',
      paymentRefunded: 'You get your money back',
      refundDeclined: 'You do not get your money back',
      refundFailed: 'Money could not be paid back',
    },
  },
  {
    title: 'Teams and organizations',
    kinds: {
      membershipInvited: 'You are invited',
      membershipAccepted: 'You were let in',
      membershipRejected: 'You were not let in',
      membershipRemoved: 'You were taken out',
      membershipRoleChanged: 'You have another role',
    },
  },
  {
    title: 'Your account',
    kinds: { signInAttempts: 'Someone tried to sign in as you' },
  },
  {
    title: 'As a coach',
    isForCoaches: true,
    kinds: {
      membershipRequested: 'Someone asks to join',
      approvalOwed: 'Someone asks for a place',
      eventFull: 'An event is full',
      leaderRemoved: 'Events have lost a leader',
      refundAsked: 'Someone asks for their money back',
    },
  },
];

const frequencyNames: Record<NotificationFrequency, string> = {
  off: 'No mail',
  instant: 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
};

const Group = chakra('details', {
  base: {
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '4',
      py: '2',
      minH: '3.5rem',
      fontWeight: '600',
      cursor: 'pointer',
      listStyle: 'none',
      _hover: { bg: 'bg.subtle' },
      _focusVisible: { outlineOffset: '-2px' },
      '&::-webkit-details-marker': { display: 'none' },
      '& small': { flex: '1 1 40%', fontSize: 'sm', fontWeight: '400', color: 'fg.muted', textAlign: 'end' },
      '& .icon': { flexShrink: '0', color: 'fg.muted', transition: 'transform 120ms' },
    },
    '&[open] summary .icon': { transform: 'rotate(90deg)' },
    '& .kinds': { px: '4', pb: '3', display: 'grid', gap: '1' },
    '& .kind': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '3',
      '& label': { flex: '1 1 12rem' },
      '& select': {
        minH: 'target',
        minW: '8.5rem',
        ps: '2.5',
        pe: '8',
        bgColor: 'bg.panel',
        color: 'fg',
        rounded: 'sm',
        borderWidth: '1px',
        borderColor: 'border.strong',
        my: '1',
      },
    },
  },
});
const Hours = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '3',
    px: '4',
    pb: '4',
  },
});
const Fault = chakra('p', { base: { color: 'danger', fontSize: 'sm', fontWeight: '500', px: '4', py: '3' } });

const usualNight = { from: '21:00', to: '08:00' };

export function NotificationSettings({ settings, save }: PartProps) {
  const [fault, setFault] = useState<string | null>(null);
  const { quietHours, isCoach, notifications } = settings;
  const mailOf = (kind: NotificationKind) =>
    notifications.find((one) => one.kind === kind && one.channel === 'email')?.frequency ?? 'off';
  const set = async (kind: NotificationKind, frequency: NotificationFrequency, title: string) =>
    setFault(await save({ notifications: [{ kind, channel: 'email', frequency }] }, `Mails: ${title}`));
  const quiet = async (hours: typeof quietHours) =>
    setFault(await save({ quietHours: hours }, 'Quiet hours'));
  return (
    <Panel
      title="Mails"
      about="Everything also stands in the app. Here you choose what you get a mail about."
    >
      {groups
        .filter(({ isForCoaches }) => !isForCoaches || isCoach)
        .map(({ title, kinds }) => {
          const all = Object.entries(kinds) as [NotificationKind, string][];
          return (
            <Group key={title}>
              <summary>
                {title} <small>{summaryOf(all.map(([kind]) => mailOf(kind)))}</small>
                <Icon name="chevron-right" size={18} />
              </summary>
              <div className="kinds">
                {all.map(([kind, words]) => (
                  <Kind
                    key={kind}
                    words={words}
                    chosen={mailOf(kind)}
                    onChoose={(frequency) => void set(kind, frequency, words)}
                  />
                ))}
              </div>
            </Group>
          );
        })}
      <div>
        <SwitchRow
          icon="moon"
          label="Quiet hours"
          note="No mail comes then; it waits until they are over. Only the offer of a place that runs out is sent."
          checked={quietHours !== null}
          onChange={(event) => void quiet(event.currentTarget.checked ? usualNight : null)}
        />
        {quietHours ? (
          <Hours>
            <TextField
              label="From"
              type="time"
              required
              value={quietHours.from}
              onChange={({ currentTarget: { value } }) =>
                void (value && quiet({ ...quietHours, from: value }))
              }
            />
            <TextField
              label="To"
              type="time"
              required
              value={quietHours.to}
              onChange={({ currentTarget: { value } }) => void (value && quiet({ ...quietHours, to: value }))}
            />
          </Hours>
        ) : null}
      </div>
      {fault ? <Fault role="alert">{fault}</Fault> : null}
    </Panel>
  );
}

/** `At once`, or `5 at once, 2 once a day`. */
function summaryOf(frequencies: NotificationFrequency[]): string {
  const counts = notificationFrequencies
    .map((frequency) => ({ frequency, count: frequencies.filter((one) => one === frequency).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const [first] = counts;
  if (counts.length === 1 && first) return frequencyNames[first.frequency];
  return counts
    .map(({ frequency, count }) => `${count} ${frequencyNames[frequency].toLowerCase()}`)
    .join(', ');
}

function Kind({
  words,
  chosen,
  onChoose,
}: {
  words: string;
  chosen: NotificationFrequency;
  onChoose: (frequency: NotificationFrequency) => void;
}) {
  const id = useId();
  return (
    <div className="kind">
      <label htmlFor={id}>{words}</label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => {
          const frequency = notificationFrequencies.find((one) => one === event.currentTarget.value);
          if (frequency) onChoose(frequency);
        }}
      >
        {notificationFrequencies.map((frequency) => (
          <option key={frequency} value={frequency}>
            {frequencyNames[frequency]}
          </option>
        ))}
      </select>
    </div>
  );
}
