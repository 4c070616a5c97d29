// People and groups in a list: people with a round picture, groups on the field art of their activity.

import { memo, type ReactNode } from 'react';
import type {
  MemberSummary,
  OrganizationSummary,
  OrganizerSummary,
  TeamSummary,
} from '../../../contract/events/explore.ts';
import type { Activity } from '../../../contract/values/activities.ts';
import type { GroupColor } from '../../../contract/values/enums.ts';
import type { Viewer } from '../../format/use-viewer.ts';
import { shortDay } from '../../format/when.ts';
import { activityList, activityName } from '../../format/words/activity.ts';
import { ageText, levelName, typeName } from '../../format/words/vocabulary.ts';
import { Link } from '../../ui/navigation/router.tsx';
import { Avatar, initials } from '../../ui/pictures/avatar.tsx';
import { useLoadedImage } from '../../ui/pictures/use-loaded-image.ts';
import { FieldLines } from '../../ui/sports-field/field-lines.tsx';
import { msg, t } from '../../words/t.ts';

type RowProps<T> = { item: T; viewer: Viewer };

const dotted = (parts: readonly (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

function Row({
  id,
  to,
  name,
  mark,
  lines,
  isPerson = false,
}: {
  id: string;
  to: string;
  name: string;
  mark: ReactNode;
  lines: readonly string[];
  isPerson?: boolean;
}) {
  return (
    <li data-row={id}>
      <article className={isPerson ? 'card person' : 'card'}>
        {mark}
        <div className="body">
          <h3 className="name">
            <Link to={to}>{name}</Link>
          </h3>
          {lines.filter(Boolean).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line stays itself where only its words change
            <p key={index} className="line">
              {line}
            </p>
          ))}
        </div>
      </article>
    </li>
  );
}

function GroupMark({
  name,
  image,
  color,
  activity,
}: {
  name: string;
  image: string | null;
  color: GroupColor | null;
  activity: Activity | undefined;
}) {
  const picture = useLoadedImage(image);
  return (
    <div className="face" aria-hidden="true">
      <FieldLines activity={activity} color={color} crop="card" />
      {picture.src ? (
        <img {...picture} alt="" loading="lazy" decoding="async" />
      ) : (
        <span className="initials">{initials(name)}</span>
      )}
    </div>
  );
}

export const MemberRow = memo(function MemberRow({ item }: RowProps<MemberSummary>) {
  const { id, name, avatarSrc, type, activities: played, region } = item;
  return (
    <Row
      id={id}
      to={`/users/${id}`}
      name={name}
      mark={<Avatar name={name} src={avatarSrc} size={52} />}
      lines={[dotted([typeName(type), region]), activityList(played)]}
      isPerson
    />
  );
});

export const OrganizationRow = memo(function OrganizationRow({
  item,
  viewer,
}: RowProps<OrganizationSummary>) {
  const { id, name, logo, color, activities: played, region, teamCount, nextEvent } = item;
  const teams = teamCount > 0 && t('{count, plural, one {# team} other {# teams}}', { count: teamCount });
  const next =
    nextEvent &&
    t('Next: {name}, {day}', {
      name: nextEvent.name,
      day: shortDay(nextEvent.startsAt, nextEvent.timeZone, viewer.locale),
    });
  return (
    <Row
      id={id}
      to={`/organizations/${id}`}
      name={name}
      mark={<GroupMark name={name} image={logo} color={color} activity={played[0]} />}
      lines={[dotted([region, teams]), activityList(played), next ?? '']}
    />
  );
});

export const OrganizerRow = memo(function OrganizerRow({ item }: RowProps<OrganizerSummary>) {
  const { id, kind, name, avatarSrc, color, activities: played, region, upcomingCount } = item;
  const isPerson = kind === 'person';
  const upcoming = t('{upcomingCount, plural, one {# event} other {# events}} coming up', { upcomingCount });
  return (
    <Row
      id={id}
      to={`/${isPerson ? 'users' : 'organizations'}/${id}`}
      name={name}
      mark={
        isPerson ? (
          <Avatar name={name} src={avatarSrc} size={52} />
        ) : (
          <GroupMark name={name} image={avatarSrc} color={color} activity={played[0]} />
        )
      }
      lines={[dotted([isPerson ? t('Coach') : t('Organization'), region]), activityList(played), upcoming]}
      isPerson={isPerson}
    />
  );
});

export const TeamRow = memo(function TeamRow({ item }: RowProps<TeamSummary>) {
  const { id, name, logo, color, activity, season, organization, region, openness, memberCount } = item;
  const { level, ageMin, ageMax } = item;
  const members = t('{memberCount, plural, one {# member} other {# members}}', { memberCount });
  return (
    <Row
      id={id}
      to={`/teams/${id}`}
      name={name}
      mark={<GroupMark name={name} image={logo} color={color} activity={activity} />}
      lines={[
        dotted([activityName(activity), level && levelName(level), ageText(ageMin, ageMax)]),
        dotted([organization?.name, region, season]),
        dotted([members, t(opennessText[openness])]),
      ]}
    />
  );
});

const opennessText = {
  open: msg('Open to join'),
  moderated: msg('Ask to join'),
  inviteOnly: msg('By invitation'),
};
