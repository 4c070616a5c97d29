// My settings: this device, language and time, coaching, mails, calendars, devices, installing, my data, and
// signing out.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense } from 'react';
import type { Settings } from '../../../../contract/people/me.ts';
import { cancel } from '../../../data/outbox/outbox.ts';
import { useInstance } from '../../../data/session/instance.ts';
import { OutboxList } from '../../../entities/outbox/outbox-list.tsx';
import { SignOutButton } from '../../../entities/outbox/sign-out-button.tsx';
import { refusalText } from '../../../format/words/refusals.ts';
import { titleOf } from '../../../routing/paths.ts';
import { type ColorMode, colorModes, setColorMode, useColorMode } from '../../../theme/color-mode.ts';
import { Button } from '../../../ui/button.tsx';
import type { ChromeIconName } from '../../../ui/icons/chrome-icons.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { Panel, PanelLink, PanelRow } from '../../../ui/panel.tsx';
import { type Message, msg, t } from '../../../words/t.ts';
import { type SaveSettings, useSettings } from './use-settings.ts';

// Few devices show it.
const InstallCard = lazy(async () => ({
  default: (await import('../../../pwa/install-card.tsx')).InstallCard,
}));

/** The props of each part of the settings. */
export type PartProps = { settings: Settings; save: SaveSettings; reload: () => Promise<unknown> };

// Loaded once the screen is shown: together they are more than a route should load at once.
const DisplaySettings = lazy(async () => ({
  default: (await import('./display-settings.tsx')).DisplaySettings,
}));
const NotificationSettings = lazy(async () => ({
  default: (await import('./notification-settings.tsx')).NotificationSettings,
}));
const CalendarFeeds = lazy(async () => ({ default: (await import('./calendar-feeds.tsx')).CalendarFeeds }));
const Devices = lazy(async () => ({ default: (await import('./devices.tsx')).Devices }));
const StorageSettings = lazy(async () => ({
  default: (await import('./storage-settings.tsx')).StorageSettings,
}));
const AccountSettings = lazy(async () => ({
  default: (await import('./account-settings.tsx')).AccountSettings,
}));

const Parts = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '8',
    mt: '8',
    // The grid's gap separates the parts, so they have no margin.
    '& > section': { mt: '0' },
  },
});

export function SettingsScreen() {
  const { settings, error, mutate, waiting, save } = useSettings();
  const calls = { save, reload: () => mutate() };
  return (
    <Screen>
      <ColorModeChoice />
      <Parts>
        {waiting?.refusal ? (
          <Panel title={t('Not saved')}>
            <PanelRow
              icon="circle-alert"
              note={
                waiting.refusal.code === 'stale_version'
                  ? t(
                      'Your settings changed on another device before we could send this. Set it again if you still want it.',
                    )
                  : refusalText(waiting.refusal)
              }
              aside={
                <Button look="outline" onClick={() => void cancel(waiting.id)}>
                  {t('OK')}
                </Button>
              }
            >
              {waiting.title}
            </PanelRow>
          </Panel>
        ) : null}
        {/* One boundary: React shows several in any order, and a part would be moved by those above it. */}
        <Suspense fallback={<Loading />}>
          {settings ? (
            <>
              <DisplaySettings {...calls} settings={settings} />
              <NotificationSettings {...calls} settings={settings} />
              <CalendarFeeds {...calls} settings={settings} />
              <Devices {...calls} settings={settings} />
            </>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void mutate()} />
          ) : (
            <Loading />
          )}
          {settings || error ? <OtherParts settings={settings} /> : null}
        </Suspense>
      </Parts>
    </Screen>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('Loading your settings')}>
      <Skeleton h="48" rounded="lg" />
      <Skeleton h="36" rounded="lg" mt="7" />
    </div>
  );
}

/** What needs no settings. It waits for them: they would move it from under the pointer. */
function OtherParts({ settings }: { settings: Settings | undefined }) {
  return (
    <>
      <Suspense fallback={null}>
        <InstallCard isAsked />
      </Suspense>
      <Panel title={t('Waiting changes')} about={t("We'll send them as soon as possible.")} bare>
        <OutboxList empty={<chakra.p color="fg.muted">{t('All done: everything is sent.')}</chakra.p>} />
      </Panel>
      <Suspense fallback={<Skeleton h="14rem" rounded="lg" />}>
        <StorageSettings />
      </Suspense>
      {settings ? (
        <Suspense fallback={<Skeleton h="18rem" rounded="lg" />}>
          <AccountSettings settings={settings} />
        </Suspense>
      ) : null}
      <SiteTexts />
      <SignOutButton />
    </>
  );
}

/** The operator's texts. */
function SiteTexts() {
  const { name, texts } = useInstance();
  if (texts.length === 0) return null;
  return (
    <Panel title={t('About {name}', { name })}>
      {texts.map((text) => (
        <PanelLink key={text} icon="info" to={`/${text}`}>
          {titleOf(`/${text}`)}
        </PanelLink>
      ))}
    </Panel>
  );
}

const modes: Record<ColorMode, { label: Message; icon: ChromeIconName }> = {
  system: { label: msg('System'), icon: 'monitor' },
  light: { label: msg('Light'), icon: 'sun' },
  dark: { label: msg('Dark'), icon: 'moon' },
};

const Choice = chakra('fieldset', {
  base: {
    '& legend': { fontSize: 'lg', fontWeight: '700', mb: '2.5' },
    '& .options': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(5rem, 1fr))', gap: '2.5' },
    '& label': {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '1.5',
      minH: '5rem',
      rounded: 'lg',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      fontWeight: '600',
      fontSize: 'sm',
      cursor: 'pointer',
      color: 'fg.muted',
    },
    // The radio itself fills its card, so that the card is touched and focused.
    '& input': { position: 'absolute', inset: '0', appearance: 'none', rounded: 'lg', cursor: 'pointer' },
    '& label:has(:checked)': {
      borderColor: 'brand',
      boxShadow: 'inset 0 0 0 1px var(--brand)',
      color: 'fg',
    },
    '& label:has(:checked) svg': { color: 'brand' },
  },
});

function ColorModeChoice() {
  const chosen = useColorMode();
  return (
    <Choice>
      <legend>{t('Colour mode')}</legend>
      <div className="options">
        {colorModes.map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              name="colorMode"
              value={mode}
              checked={chosen === mode}
              onChange={() => setColorMode(mode)}
            />
            <Icon name={modes[mode].icon} size={22} />
            {t(modes[mode].label)}
          </label>
        ))}
      </div>
    </Choice>
  );
}
