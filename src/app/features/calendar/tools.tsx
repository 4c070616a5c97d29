// The toolbar above every view: view, time and teams. All controls are links, so that each has a URL.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons/icon.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { announce } from '../../words/announce.ts';
import { type Message, msg, t } from '../../words/t.ts';
import type { Day } from './days.ts';
import { type Position, searchOf, type View, views } from './position.ts';
import { stepFrom, titleOf } from './steps.ts';
import { noTeamLook } from './team-looks.ts';
import { TeamMark } from './team-mark.tsx';
import { noTeam, type TeamBook } from './teams.ts';

const viewNames: Record<View, Message> = { agenda: msg('Agenda'), week: msg('Week'), month: msg('Month') };

/** How many teams are side by side if none were chosen. */
const maxLanes = 3;

const Bar = chakra('div', {
  base: {
    position: 'sticky',
    top: 'env(safe-area-inset-top, 0px)',
    zIndex: '3',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '1.5',
    minH: '3.75rem',
    mx: { base: '-4', sm: '-5', lg: '-8' },
    px: { base: '4', sm: '5', lg: '8' },
    bg: 'bg',
    '& h2': { flex: '1 1 min-content', minW: '0', fontSize: 'lg', lineHeight: '1.2', fontWeight: '700' },
    '& a': {
      display: 'grid',
      placeItems: 'center',
      minW: 'target',
      minH: 'target',
      rounded: 'full',
      fontSize: 'sm',
      fontWeight: '600',
      _hover: { bg: 'bg.subtle' },
    },
    '& a.today': { px: '3.5', borderWidth: '1px', borderColor: 'border.button', bg: 'bg.panel' },
    '& a.today[aria-current]': { borderColor: 'border.strong', bg: 'bg.subtle' },
  },
});

const Teams = chakra('nav', {
  base: {
    mx: { base: '-4', sm: '-5', lg: '-8' },
    overflowX: 'auto',
    scrollbarWidth: 'none',
    '& ul': { display: 'flex', gap: '1.5', w: 'fit', px: { base: '4', sm: '5', lg: '8' }, py: '1' },
    '& a': {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minH: 'target',
      px: '3',
      rounded: 'full',
      fontSize: 'sm',
      fontWeight: '500',
      whiteSpace: 'nowrap',
      color: 'fg.muted',
      borderWidth: '1px',
      borderColor: 'transparent',
      _hover: { bg: 'bg.subtle' },
    },
    '& a[aria-current]': { color: 'fg', fontWeight: '600', bg: 'bg.panel', borderColor: 'border.strong' },
    '& svg': { fontSize: '1.25rem' },
  },
});

function shownText(chosen: readonly string[], teams: TeamBook): string {
  if (chosen.length === 0) return t('All events are shown.');
  const names = chosen.map((id) => teams.get(id)?.name ?? t('Other events'));
  return t('Shown: {teams}', { teams: names.join(', ') });
}

export function CalendarTools({
  view,
  day,
  chosen,
  teams,
  isSideBySide,
  isWide,
  isDesk,
  locale,
}: {
  view: View;
  day: Day;
  chosen: string[];
  teams: TeamBook;
  isSideBySide: boolean;
  isWide: boolean;
  /** The week can be split by teams. */
  isDesk: boolean;
  locale: string;
}) {
  const to = (position: Partial<Position>) =>
    searchOf({ view, day, teams: chosen, isSideBySide, ...position });
  const filter = chosen.join(' ');
  const said = useRef(filter);
  useEffect(() => {
    if (said.current === filter) return;
    said.current = filter;
    announce(shownText(chosen, teams));
  });
  const isSplit = isSideBySide && chosen.length > 1;
  const span = view === 'week' ? (isWide ? 'week' : 'days') : 'month';
  return (
    <>
      <LinkTabs
        label={t('View')}
        tabs={views.map((name) => ({
          to: to({ view: name }),
          label: t(viewNames[name]),
          isOpen: name === view,
        }))}
      />
      {teams.size > 0 ? (
        <Teams aria-label={t('Teams')}>
          <ul>
            {[...teams, [noTeam, { look: noTeamLook, name: t('Other events') }] as const].map(
              ([id, team]) => {
                const isOn = chosen.includes(id);
                const next = isOn ? chosen.filter((other) => other !== id) : [...chosen, id];
                return (
                  <li key={id}>
                    <a href={to({ teams: next })} aria-current={isOn ? 'true' : undefined}>
                      <TeamMark look={team.look} />
                      {team.name}
                    </a>
                  </li>
                );
              },
            )}
          </ul>
        </Teams>
      ) : null}
      <Bar data-calendar-bar data-bar="">
        <h2 id="calendar-title" aria-live="polite">
          {titleOf(day, view, isWide, locale)}
        </h2>
        {isDesk && view === 'week' && teams.size > 1 ? (
          <a
            className="today"
            href={
              isSplit
                ? to({ isSideBySide: false })
                : to({
                    isSideBySide: true,
                    teams: chosen.length > 1 ? chosen : [...teams.keys()].slice(0, maxLanes),
                  })
            }
            aria-current={isSplit ? 'true' : undefined}
          >
            {t('Side by side')}
          </a>
        ) : null}
        <a className="today" href={to({ day: null })}>
          {t('Today')}
        </a>
        <a
          href={to({ day: stepFrom(day, view, -1, isWide) })}
          aria-label={t('Previous {span, select, week {week} days {three days} other {month}}', { span })}
        >
          <Icon name="chevron-left" />
        </a>
        <a
          href={to({ day: stepFrom(day, view, 1, isWide) })}
          aria-label={t('Next {span, select, week {week} days {three days} other {month}}', { span })}
        >
          <Icon name="chevron-right" />
        </a>
      </Bar>
    </>
  );
}
