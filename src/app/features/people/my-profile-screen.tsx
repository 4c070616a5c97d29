// My profile as it stands, who may see what of it, and the way out.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Profile } from '../../../contract/me.ts';
import { logout } from '../../data/session.ts';
import { useResource } from '../../data/use-resource.ts';
import { useLatestNotifications } from '../../data/use-unread.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { typeName } from '../../format/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldLines } from '../../ui/field-lines.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel, PanelLink, PanelRow } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState, Skeleton } from '../../ui/state.tsx';
import { detailsOf, shownTo } from './audience.ts';

export function MyProfileScreen() {
  const { data, error, mutate } = useResource('GET /api/users/me/profile', {});
  const unread = useLatestNotifications().data?.unreadCount ?? 0;
  return (
    <Screen>
      {data ? (
        <ProfileView profile={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <div role="status" aria-label="Loading the profile">
          <Skeleton h="48" rounded="xl" />
          <Skeleton h="28" rounded="lg" mt="7" />
        </div>
      )}
      <Ways>
        <Panel>
          <PanelLink icon="house" to="/">
            Home
          </PanelLink>
          <PanelLink icon="bell" to="/my/notifications">
            {unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
          </PanelLink>
          <PanelLink icon="user" to="/my/profile/edit">
            All my details
          </PanelLink>
          <PanelLink icon="settings" to="/my/settings">
            My settings
          </PanelLink>
        </Panel>
        <Button look="danger" shape="wide" onClick={() => void logout()}>
          <Icon name="log-out" />
          Sign out
        </Button>
      </Ways>
    </Screen>
  );
}

const Ways = chakra('div', { base: { display: 'grid', gap: '4', mt: '7' } });
const Face = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'xl',
    overflow: 'hidden',
    '& .field': { position: 'relative', h: '28', color: 'white', overflow: 'hidden' },
    '& .body': { px: '5', pb: '5', mt: '-10', position: 'relative' },
    '& .picture': {
      display: 'inline-block',
      rounded: 'full',
      borderWidth: '4px',
      borderColor: 'bg.panel',
      bg: 'bg.panel',
      lineHeight: '0',
    },
    '& .picture > span': { lineHeight: '1.5' },
    '& h2': { fontSize: '2xl', fontWeight: '800', lineHeight: '1.2', mt: '2' },
    '& .username': { color: 'fg.muted' },
    '& .badges': { display: 'flex', flexWrap: 'wrap', gap: '2', mt: '3' },
  },
});

function ProfileView({ profile: me }: { profile: Profile }) {
  const { locale } = useViewer();
  const { name, username, isCoach, profile } = me;
  const filled = detailsOf(me, locale).filter(({ value }) => value !== null);
  return (
    <>
      <Face>
        <div className="field">
          <FieldLines activity={profile.activities[0]} crop="hero" ground />
        </div>
        <div className="body">
          <span className="picture">
            <Avatar name={name} src={profile.filePath} size={80} />
          </span>
          <h2>{name}</h2>
          <p className="username">@{username}</p>
          <div className="badges">
            <Badge>{typeName(isCoach ? 'coach' : 'trainee')}</Badge>
            <Badge tone={profile.isPublic ? 'good' : 'plain'}>
              {profile.isPublic ? 'Listed in Explore' : 'Not listed in Explore'}
            </Badge>
          </div>
        </div>
      </Face>
      <chakra.div mt="7">
        <Panel title="Who sees what">
          {filled.map(({ field, label, icon, value }) => (
            <PanelRow key={field} icon={icon} label={label} note={shownTo(me, field)}>
              <chakra.span fontWeight={field === 'bio' ? '400' : '600'}>{value}</chakra.span>
            </PanelRow>
          ))}
        </Panel>
      </chakra.div>
    </>
  );
}
