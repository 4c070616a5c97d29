// People of a group: managers, coaches, members.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Organization, Team } from '../../../contract/people/groups.ts';
import { percentText } from '../../format/intl.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { dayIn } from '../../format/when.ts';
import { awayText, type Days } from '../../format/words/absence.ts';
import { roleName } from '../../format/words/vocabulary.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { t } from '../../words/t.ts';

/** People who run a group always have an account; in a roster, `hasAccount` says so. */
type Person = Organization['people'][number] & {
  attendance?: Team['attendance'];
  hasAccount?: boolean;
  away?: Days | null;
};

/** The element to focus for the person at an index of a `PeopleList` in the box. */
export const personAt = (box: HTMLElement, at: number) =>
  box.querySelector<HTMLElement>(`li:nth-child(${at + 1}) > :is(a, .row)`);

/** The styles of a list of people, for rows that are links and rows that are not. */
export const PeopleBox = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    overflow: 'hidden',
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& li > a, & li > .row': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '3',
      py: '2.5',
      minH: '3.75rem',
      outlineOffset: '-3px',
      rounded: 'lg',
    },
    '& li > a': { _hover: { bg: 'bg.subtle' } },
    '& .who': { flex: '1', minW: '0' },
    // With large text on a phone the numbers go below the name.
    '@media (max-width: 18em)': {
      '& li > a, & li > .row': { flexWrap: 'wrap' },
      '& .who': { flexBasis: '60%' },
    },
    '& .contact a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      me: '3',
      color: 'brand',
      fontWeight: '600',
      overflowWrap: 'anywhere',
    },
    '& strong': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& small': { fontSize: 'sm', color: 'fg.muted', display: 'block', overflowWrap: 'anywhere' },
    '& .jersey': { fontWeight: '700', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& .came': {
      textAlign: 'end',
      fontVariantNumeric: 'tabular-nums',
      '& strong': { fontWeight: '700' },
      '& small': { whiteSpace: 'nowrap' },
    },
  },
});

export function PeopleList({ people, locale }: { people: readonly Person[]; locale: string }) {
  return (
    <PeopleBox>
      {people.map((person) => (
        <li key={person.id}>
          {person.hasAccount === false ? (
            <div className="row" tabIndex={-1}>
              <Line person={person} locale={locale} />
            </div>
          ) : (
            <Link to={`/users/${person.id}`}>
              <Line person={person} locale={locale} />
            </Link>
          )}
        </li>
      ))}
    </PeopleBox>
  );
}

const Beyond = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm', pt: '2' } });

/** Says how many people a list leaves out. */
export function PeopleBeyond({ count }: { count: number }) {
  return count > 0 ? (
    <Beyond>{t('And {count, plural, one {# more} other {# more}}', { count })}</Beyond>
  ) : null;
}

function Line({ person, locale }: { person: Person; locale: string }) {
  const { name, avatarSrc, role, title, jersey, attendance, hasAccount, away } = person;
  const about = [title ?? roleName(role), hasAccount === false && t('No account')];
  return (
    <>
      <Avatar name={name} src={avatarSrc} size={40} />
      <span className="who">
        <strong>{name}</strong>
        <small>{about.filter(Boolean).join(' · ')}</small>
        {away ? <AwayBadge away={away} locale={locale} /> : null}
      </span>
      {jersey ? <span className="jersey">#{jersey}</span> : null}
      {attendance && attendance.counted > 0 ? (
        <span className="came">
          <strong>{rateText(attendance, locale)}</strong>
          <small>
            {t('{attended} of {counted}', { attended: attendance.attended, counted: attendance.counted })}
          </small>
        </span>
      ) : null}
    </>
  );
}

/** Nothing once the absence is over by the viewer's day. */
function AwayBadge({ away, locale }: { away: Days; locale: string }) {
  const { now, timeZone } = useViewer();
  if (now === null || timeZone === null) return null;
  const today = dayIn(timeZone, now);
  return away.to < today ? null : <Badge tone="warn">{awayText(away, { today, locale, now })}</Badge>;
}

/** `86 %`, in the locale's format. */
export const rateText = ({ attended, counted }: NonNullable<Team['attendance']>, locale: string) =>
  percentText(locale, attended / counted);
