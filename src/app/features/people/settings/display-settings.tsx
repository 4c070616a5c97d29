// My settings for dates, numbers and times, and whether I coach.
import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { callApi, urlOf } from '../../../data/http/call.ts';
import { serverNow } from '../../../data/http/clock.ts';
import { ApiError, UnreachableError } from '../../../data/http/problem.ts';
import { amountText } from '../../../format/money.ts';
import { deviceZone, useNow } from '../../../format/use-viewer.ts';
import { knownZones } from '../../../format/wall-clock.ts';
import { clockTime, longDay } from '../../../format/when.ts';
import { languageName } from '../../../format/words.ts';
import { SelectField } from '../../../ui/forms/field.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { Panel, PanelLink } from '../../../ui/panel.tsx';
import { t } from '../../../words/t.ts';
import type { PartProps } from './settings-screen.tsx';

const locales =
  'ar bg-BG cs-CZ da-DK de-AT de-BE de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es-AR es-ES es-MX et-EE fi-FI fr-BE fr-CA fr-CH fr-FR he-IL hi-IN hr-HR hu-HU id-ID it-CH it-IT ja-JP ko-KR lt-LT lv-LV nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO sk-SK sl-SI sr-RS sv-SE th-TH tr-TR uk-UA vi-VN zh-CN zh-TW';

const exampleAmount = { amountMinor: 123_450, currency: 'EUR' };

const Fields = chakra('div', { base: { display: 'grid', gap: '5', p: '4' } });
const Fault = chakra('p', { base: { color: 'danger', fontSize: 'sm', fontWeight: '500', mt: '1' } });

/** Sends a person who has just turned on coaching, and coaches no team yet, to the form of a first team. */
function useFirstTeam(): () => Promise<void> {
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  return async () => {
    try {
      // Reading the profile updates the session; while the change is queued, they do not coach yet.
      const profile = await callApi('GET /api/users/me/profile', {});
      await mutate(urlOf('GET /api/users/me/profile', {}), profile, { revalidate: false });
      if (!profile.isCoach) return;
      const { items } = await callApi('GET /api/users/me/teams', {});
      const leads = ['owner', 'admin', 'coach'];
      const isCoaching = items.some(
        ({ membership }) => membership.status === 'active' && leads.includes(membership.role),
      );
      if (!isCoaching)
        navigate('/my/teams/new', { state: { said: t('Coaching is on. Create your first team.') } });
    } catch (error) {
      // Without an answer they stay here, with coaching on.
      if (!(error instanceof UnreachableError || error instanceof ApiError)) throw error;
    }
  };
}

export function DisplaySettings({ settings, save }: PartProps) {
  const [faults, setFaults] = useState<Record<string, string | null>>({});
  const { locale, timeZone, isCoach } = settings;
  const now = useNow() ?? serverNow();
  const options = useMemo(
    () =>
      [...new Set([...locales.split(' '), locale])]
        .map((tag) => ({ tag, name: languageName(tag, locale) }))
        .sort((a, b) => a.name.localeCompare(b.name, locale)),
    [locale],
  );
  const zones = useMemo(() => [...new Set([...knownZones(), timeZone])].sort(), [timeZone]);
  const goToFirstTeam = useFirstTeam();
  const setFault = (part: string, fault: string | null) => setFaults((all) => ({ ...all, [part]: fault }));
  const at = new Date(now).toISOString();
  return (
    <>
      <Panel
        title={t('Language and time')}
        about={t('Words are English for now. Dates, numbers and money follow your language.')}
      >
        <Fields>
          <SelectField
            label={t('Dates and numbers')}
            value={locale}
            hint={`${longDay(at, timeZone, locale, null)}, ${clockTime(at, timeZone, locale)} · ${amountText(exampleAmount, locale)}`}
            error={faults.locale ?? undefined}
            onChange={async (event) =>
              setFault(
                'locale',
                await save({ locale: event.currentTarget.value }, t('How dates are written')),
              )
            }
          >
            {options.map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('Time zone')}
            value={timeZone}
            hint={
              timeZone === deviceZone()
                ? t('The one of this device. Mails and quiet hours follow it.')
                : t('This device is in {zone}. Mails and quiet hours follow your choice here.', {
                    zone: deviceZone().replaceAll('_', ' '),
                  })
            }
            error={faults.timeZone ?? undefined}
            onChange={async (event) =>
              setFault('timeZone', await save({ timeZone: event.currentTarget.value }, t('Your time zone')))
            }
          >
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
        </Fields>
      </Panel>
      <Panel title={t('Coaching')}>
        <SwitchRow
          icon="users"
          label={t('I coach')}
          note={t(
            'Found organizations and teams, plan events, and show your qualifications. You can turn it off again while you own no published event to come.',
          )}
          checked={isCoach}
          onChange={async (event) => {
            const { checked } = event.currentTarget;
            const fault = await save({ isCoach: checked }, checked ? t('Coaching on') : t('Coaching off'));
            setFault('isCoach', fault);
            if (checked && fault === null) await goToFirstTeam();
          }}
        >
          <div role="alert">{faults.isCoach ? <Fault>{faults.isCoach}</Fault> : null}</div>
        </SwitchRow>
        {isCoach ? (
          <PanelLink icon="map-pin" to="/my/places">
            {t('My places')}
          </PanelLink>
        ) : null}
      </Panel>
    </>
  );
}
