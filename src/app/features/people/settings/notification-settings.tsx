// My mail settings: kinds, frequency, and quiet hours.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState } from 'react';
import {
  type NotificationFrequency,
  type NotificationKind,
  notificationFrequencies,
  urgentKinds,
} from '../../../../contract/values/enums.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Message, msg, t } from '../../../words/t.ts';
import type { PartProps } from './settings-screen.tsx';

type Group = { title: Message; isForCoaches?: true; kinds: Partial<Record<NotificationKind, Message>> };

/** Every kind of notification once, in a person's words. */
export const groups: readonly Group[] = [
  {
    title: msg('Your place'),
    kinds: {
      replyOwed: msg('An event waits for your reply'),
      placeConfirmed: msg('You got a place'),
      placeOffered: msg('A place opened up for you'),
      offerExpired: msg('A place we offered you is gone'),
      waitlistJoined: msg('You are on a waitlist'),
      registrationRejected: msg('Your request for a place was turned down'),
      registrationCancelled: msg('Your place was cancelled'),
      repliedForYou: msg('Someone replied for you'),
    },
  },
  {
    title: msg('Your events'),
    kinds: {
      eventChanged: msg('Time, place or anything else changed'),
      eventCancelled: msg('An event was cancelled'),
    },
  },
  {
    title: msg('Payments'),
    kinds: {
      paymentDue: msg("We're holding a place until you pay"),
      holdExpired: msg('A place we held for you is gone'),
      paymentReceived: msg('We received your payment'),
      paymentRefunded: msg('You get your money back'),
      refundDeclined: msg("You don't get your money back"),
      refundFailed: msg("A refund didn't work"),
    },
  },
  {
    title: msg('Teams and organizations'),
    kinds: {
      membershipInvited: msg("You're invited"),
      membershipAccepted: msg("You're a member now"),
      membershipRejected: msg('Your request to join was turned down'),
      membershipRemoved: msg('You were removed'),
      membershipRoleChanged: msg('You have another role'),
    },
  },
  {
    title: msg('Your account'),
    kinds: { signInAttempts: msg('Someone tried to sign in as you') },
  },
  {
    title: msg('As a coach'),
    isForCoaches: true,
    kinds: {
      membershipRequested: msg('Someone asks to join'),
      approvalOwed: msg('Someone asks for a place'),
      eventFull: msg('An event is full'),
      leaderRemoved: msg('An event lost a leader'),
      refundAsked: msg('Someone asks for their money back'),
    },
  },
];

const frequencyNames: Record<NotificationFrequency, Message> = {
  off: msg('No e-mail'),
  instant: msg('Right away'),
  daily: msg('Once a day'),
  weekly: msg('Once a week'),
};
/** How many kinds have a frequency, beside others. */
const frequencyCounts: Record<NotificationFrequency, Message> = {
  off: msg('{count} no e-mail'),
  instant: msg('{count} right away'),
  daily: msg('{count} once a day'),
  weekly: msg('{count} once a week'),
};

const urgent: ReadonlySet<string> = new Set(urgentKinds);
const urgentFrequencies: readonly NotificationFrequency[] = ['off', 'instant'];

const Group = chakra('details', {
  base: {
    '& summary': {
      display: 'flex',
      flexWrap: 'wrap',
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
    setFault(
      await save(
        { notifications: [{ kind, channel: 'email', frequency }] },
        t('E-mails: {title}', { title }),
      ),
    );
  const quiet = async (hours: typeof quietHours) =>
    setFault(await save({ quietHours: hours }, t('Quiet hours')));
  return (
    <Panel
      title={t('E-mails')}
      about={t("You'll find everything in the app. Choose here what you also want by e-mail.")}
    >
      {groups
        .filter(({ isForCoaches }) => !isForCoaches || isCoach)
        .map(({ title, kinds }) => {
          const all = Object.entries(kinds) as [NotificationKind, Message][];
          return (
            <Group key={all[0]?.[0]}>
              <summary>
                {t(title)} <small>{summaryOf(all.map(([kind]) => mailOf(kind)))}</small>
                <Icon name="chevron-right" size={18} />
              </summary>
              <div className="kinds">
                {all.map(([kind, words]) => (
                  <Kind
                    key={kind}
                    words={t(words)}
                    frequencies={urgent.has(kind) ? urgentFrequencies : notificationFrequencies}
                    chosen={mailOf(kind)}
                    onChoose={(frequency) => void set(kind, frequency, t(words))}
                  />
                ))}
              </div>
            </Group>
          );
        })}
      <div>
        <SwitchRow
          icon="moon"
          label={t('Quiet hours')}
          note={t(
            'We hold your e-mails until quiet hours are over. Only an offer of a place, a payment that is due, and a change of an event that starts before then come right away.',
          )}
          checked={quietHours !== null}
          onChange={(event) => void quiet(event.currentTarget.checked ? usualNight : null)}
        />
        {quietHours ? (
          <Hours>
            <TextField
              label={t('From')}
              type="time"
              required
              value={quietHours.from}
              onChange={({ currentTarget: { value } }) =>
                void (value && quiet({ ...quietHours, from: value }))
              }
            />
            <TextField
              label={t('To')}
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
  if (counts.length === 1 && first) return t(frequencyNames[first.frequency]);
  return counts.map(({ frequency, count }) => t(frequencyCounts[frequency], { count })).join(', ');
}

function Kind({
  words,
  frequencies,
  chosen,
  onChoose,
}: {
  words: string;
  frequencies: readonly NotificationFrequency[];
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
          const frequency = frequencies.find((one) => one === event.currentTarget.value);
          if (frequency) onChoose(frequency);
        }}
      >
        {frequencies.map((frequency) => (
          <option key={frequency} value={frequency}>
            {t(frequencyNames[frequency])}
          </option>
        ))}
      </select>
    </div>
  );
}
