// My profile: the audience of each detail, and a preview as a visitor, a teammate and a coach.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense } from 'react';
import type { Profile } from '../../../../contract/people/me.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { useLatestNotifications } from '../../../data/resources/use-latest-notifications.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { SignOutButton } from '../../../entities/outbox/sign-out-button.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { typeName } from '../../../format/words/vocabulary.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { useQuery } from '../../../ui/navigation/router.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FlashMessage } from '../../../ui/page/flash-message.tsx';
import { LinkTabs } from '../../../ui/page/link-tabs.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { Panel, PanelLink, PanelRow } from '../../../ui/panel.tsx';
import { FieldLines } from '../../../ui/sports-field/field-lines.tsx';
import { type Message, msg, t } from '../../../words/t.ts';
import { detailsOf, shownTo } from './audience.ts';
import { AvatarControl } from './avatar-control.tsx';
import { useSentDraft } from './use-profile-draft.ts';
import { isListed, type ViewerRole, viewerRoles } from './view-as.ts';

const SeenBy = lazy(async () => ({ default: (await import('./seen-by.tsx')).SeenBy }));

export function MyProfileScreen() {
  const { data, error, mutate } = useResource('GET /api/users/me/profile', {});
  const unread = useLatestNotifications().data?.unreadCount ?? 0;
  return (
    <Screen
      action={
        <ButtonLink to="/my/profile/edit" look="outline">
          <Icon name="pencil" size={18} />
          {t('Edit')}
        </ButtonLink>
      }
    >
      {data ? (
        <ProfileView me={data} onChanged={() => mutate()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <div role="status" aria-label={t('Loading your profile')}>
          <Skeleton h="48" rounded="xl" />
          <Skeleton h="28" rounded="lg" mt="7" />
        </div>
      )}
      {/* Below what it would move away from. */}
      {data || error ? (
        <Ways>
          <Panel>
            <PanelLink icon="bell" to="/my/notifications">
              {unread > 0 ? t('Notifications, {unread} new', { unread }) : t('Notifications')}
            </PanelLink>
            {data?.isCoach ? (
              <PanelLink icon="clock" to="/my/hours">
                {t('Coaching hours')}
              </PanelLink>
            ) : null}
            <PanelLink icon="settings" to="/my/settings">
              {t('My settings')}
            </PanelLink>
          </Panel>
          <SignOutButton />
        </Ways>
      ) : null}
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
    '& h2': { fontSize: '2xl', fontWeight: '800', lineHeight: '1.2', mt: '3' },
    '& .username': { color: 'fg.muted' },
    '& .badges': { display: 'flex', flexWrap: 'wrap', gap: '2', mt: '3' },
  },
});
const Views = chakra('section', {
  base: {
    mt: '7',
    '& > h2': { fontSize: 'lg', fontWeight: '700', mb: '2' },
    '& > nav': { mb: '4' },
    '& > nav + section': { mt: '0' },
  },
});

const viewNames: Record<ViewerRole | 'me', Message> = {
  me: msg('Yourself'),
  visitor: msg('A visitor'),
  teammate: msg('A teammate'),
  coach: msg('Your coach'),
};

function ProfileView({ me, onChanged }: { me: Profile; onChanged: () => Promise<unknown> }) {
  const { now } = useViewer();
  const waiting = useQueued('profile');
  useSentDraft(me, waiting);
  const params = useQuery();
  const chosen = viewerRoles.find((one) => one === params.get('as')) ?? 'me';
  const { name, username, isCoach, profile } = me;
  const listed = isListed(me, now ?? 0);
  return (
    <>
      {waiting ? (
        <Notice icon="clock">
          {waiting.refusal
            ? t("We couldn't save the changes to your profile. Open Edit to see why.")
            : t("The changes to your profile are saved on this device. We'll send them as soon as possible.")}
        </Notice>
      ) : (
        <FlashMessage />
      )}
      <Face>
        <div className="field">
          <FieldLines activity={profile.activities[0]} crop="hero" />
        </div>
        <div className="body">
          <AvatarControl name={name} src={profile.filePath} onSaved={onChanged} />
          <h2>{name}</h2>
          <p className="username">@{username}</p>
          <div className="badges">
            <Badge>{typeName(isCoach ? 'coach' : 'trainee')}</Badge>
            <Badge tone={listed ? 'good' : 'plain'}>
              {listed ? t('Listed in Explore') : t('Not listed in Explore')}
            </Badge>
          </div>
        </div>
      </Face>
      <Views aria-labelledby="views">
        <h2 id="views">{t('How others see your profile')}</h2>
        <LinkTabs
          label={t('View as')}
          tabs={(['me', ...viewerRoles] as const).map((one) => ({
            to: one === 'me' ? '/my/profile' : `/my/profile?as=${one}`,
            label: t(viewNames[one]),
            isOpen: one === chosen,
          }))}
        />
        {chosen === 'me' ? (
          <AllOfIt me={me} />
        ) : (
          <Suspense fallback={<Skeleton h="12rem" rounded="xl" />}>
            <SeenBy me={me} viewerRole={chosen} now={now ?? 0} />
          </Suspense>
        )}
      </Views>
    </>
  );
}

function AllOfIt({ me }: { me: Profile }) {
  const { locale } = useViewer();
  const filled = detailsOf(me, locale).filter(({ value }) => value !== null);
  return (
    <Panel>
      {filled.map(({ field, label, icon, value }) => (
        <PanelRow key={field} icon={icon} label={label} note={shownTo(me, field)}>
          <chakra.span fontWeight={field === 'bio' ? '400' : '600'}>
            {field === 'email' ? <EmailText text={me.email} /> : value}
          </chakra.span>
        </PanelRow>
      ))}
    </Panel>
  );
}
