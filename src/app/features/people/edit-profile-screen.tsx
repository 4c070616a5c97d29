// Every detail that Sideline keeps of me, given or not, with who may see it.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Profile } from '../../../contract/me.ts';
import { useResource } from '../../data/use-resource.ts';
import { useViewer, type Viewer } from '../../format/use-viewer.ts';
import { Panel, PanelRow } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState, Skeleton } from '../../ui/state.tsx';
import { detailsOf, shownTo } from './audience.ts';

export function EditProfileScreen() {
  const viewer = useViewer();
  const { data, error, mutate } = useResource('GET /api/users/me/profile', {});
  if (data)
    return (
      <Screen>
        <Details profile={data} viewer={viewer} />
      </Screen>
    );
  return (
    <Screen>
      {error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <div role="status" aria-label="Loading the profile">
          <Skeleton h="48" rounded="lg" />
          <Skeleton h="48" rounded="lg" mt="7" />
        </div>
      )}
    </Screen>
  );
}

const Missing = chakra('span', { base: { color: 'fg.muted', fontWeight: '400' } });
const Intro = chakra('p', { base: { color: 'fg.muted', mb: '5' } });

function Details({ profile: me, viewer: { locale } }: { profile: Profile; viewer: Viewer }) {
  const { profile } = me;
  return (
    <>
      <Intro>
        {profile.isPublic
          ? 'Your profile is public: you are listed in Explore with your name, picture and what everyone may see.'
          : 'Your profile is private: you are not listed in Explore.'}
      </Intro>
      <Panel title="Profile" about="Under each, who may see it.">
        {detailsOf(me, locale).map(({ field, label, icon, value }) => (
          <PanelRow key={field} icon={icon} label={label} note={shownTo(me, field)}>
            {value === null ? (
              <Missing>Not given</Missing>
            ) : (
              <chakra.span fontWeight={field === 'bio' ? '400' : undefined}>{value}</chakra.span>
            )}
          </PanelRow>
        ))}
      </Panel>
      <Panel title="Account" about="Never public.">
        <PanelRow label="Name" note="Shown wherever you take part">
          {me.name}
        </PanelRow>
        <PanelRow label="Username" note="With it, or your e-mail, you sign in">
          {me.username}
        </PanelRow>
        <PanelRow label="Country" note="Only you">
          {countryName(me.countryCode, locale)}
        </PanelRow>
        <PanelRow label="Birth date" note="Only you">
          {me.birthDate ? dayText(me.birthDate, locale) : <Missing>Not given</Missing>}
        </PanelRow>
      </Panel>
    </>
  );
}

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale, 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

const dayText = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
