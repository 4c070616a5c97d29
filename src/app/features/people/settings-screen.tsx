// My settings: the colour mode of this device, the account, where it is signed in, and the way out.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Settings } from '../../../contract/me.ts';
import { logout } from '../../data/session.ts';
import { useResource } from '../../data/use-resource.ts';
import { useViewer, type Viewer } from '../../format/use-viewer.ts';
import { clockTime, longDay } from '../../format/when.ts';
import { type ColorMode, colorModes, setColorMode, useColorMode } from '../../theme/color-mode.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { ChromeIconName } from '../../ui/chrome-icons.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel, PanelLink, PanelRow } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState, Skeleton } from '../../ui/state.tsx';

export function SettingsScreen() {
  const viewer = useViewer();
  const { data, error, mutate } = useResource('GET /api/users/me/settings', {});
  return (
    <Screen>
      <ColorModeChoice />
      {data ? (
        <>
          <Account settings={data} viewer={viewer} />
          <Devices settings={data} viewer={viewer} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <div role="status" aria-label="Loading the settings">
          <Skeleton h="48" rounded="lg" mt="7" />
          <Skeleton h="36" rounded="lg" mt="7" />
        </div>
      )}
      <chakra.div mt="7">
        <Button look="danger" shape="wide" onClick={() => void logout()}>
          <Icon name="log-out" />
          Sign out
        </Button>
      </chakra.div>
    </Screen>
  );
}

const modes: Record<ColorMode, { label: string; icon: ChromeIconName }> = {
  system: { label: 'System', icon: 'monitor' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
};

const Choice = chakra('fieldset', {
  base: {
    '& legend': { fontSize: 'lg', fontWeight: '700', mb: '2.5' },
    '& .options': { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: '2.5' },
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
    // The radio itself fills its card, so that it is what is touched and focused.
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
      <legend>Colour mode</legend>
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
            {modes[mode].label}
          </label>
        ))}
      </div>
    </Choice>
  );
}

// Beside the text while there is room, under it where there is not.
const Mark = chakra(Badge, { base: { verticalAlign: '0.08em' } });

function Account({ settings, viewer: { locale } }: { settings: Settings; viewer: Viewer }) {
  const isConfirmed = settings.emailVerifiedAt !== null;
  return (
    <Panel title="Account">
      <PanelRow
        icon="mail"
        label="E-mail"
        note={isConfirmed ? undefined : 'Open the link in the mail we sent you to confirm it.'}
      >
        {settings.email}{' '}
        <Mark tone={isConfirmed ? 'good' : 'warn'}>{isConfirmed ? 'Confirmed' : 'Not confirmed'}</Mark>
      </PanelRow>
      <PanelRow icon="users" label="Coaching">
        {settings.isCoach ? 'On' : 'Off'}
      </PanelRow>
      <PanelRow icon="globe" label="Dates and numbers">
        {localeName(settings.locale, locale)}
      </PanelRow>
      <PanelRow icon="clock" label="Time zone">
        {settings.timeZone.replaceAll('_', ' ')}
      </PanelRow>
      <PanelLink icon="eye-off" to="/forgetPassword">
        Change the password
      </PanelLink>
    </Panel>
  );
}

function localeName(code: string, locale: string): string {
  try {
    return (
      new Intl.DisplayNames([locale, 'en'], { type: 'language', languageDisplay: 'standard' }).of(code) ??
      code
    );
  } catch {
    return code;
  }
}

function Devices({ settings, viewer }: { settings: Settings; viewer: Viewer }) {
  const zone = viewer.timeZone ?? settings.timeZone;
  const when = (at: string) =>
    `${longDay(at, zone, viewer.locale, viewer.now)}, ${clockTime(at, zone, viewer.locale)}`;
  return (
    <Panel title="Devices" about="Where this account is signed in.">
      {settings.sessions.map((session) => (
        <PanelRow
          key={session.id}
          icon="monitor"
          note={`Signed in ${when(session.signedInAt)}${session.isCurrent ? '' : ` · last used ${when(session.lastSeenAt)}`}`}
        >
          {session.device} {session.isCurrent ? <Mark tone="good">This device</Mark> : null}
        </PanelRow>
      ))}
    </Panel>
  );
}
