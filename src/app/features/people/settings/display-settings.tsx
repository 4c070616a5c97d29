// My settings for dates, numbers and times, and whether I coach.
import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { languageFor, languageNames, languageTags, localeIn } from '../../../../words/languages.ts';
import { callApi, urlOf } from '../../../data/http/call.ts';
import { serverNow } from '../../../data/http/clock.ts';
import { ApiError, UnreachableError } from '../../../data/http/problem.ts';
import { storeDisplay } from '../../../data/session/display.ts';
import { countriesIn, countryOfLanguage } from '../../../format/countries.ts';
import { amountText } from '../../../format/money.ts';
import { deviceZone, useNow } from '../../../format/use-viewer.ts';
import { knownZones } from '../../../format/wall-clock.ts';
import { clockTime, longDay } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/field.tsx';
import { SwitchRow } from '../../../ui/forms/switch-row.tsx';
import { Panel, PanelLink } from '../../../ui/panel.tsx';
import { pageLanguage, t } from '../../../words/t.ts';
import { useIsMounted } from '../use-is-mounted.ts';
import type { PartProps } from './settings-screen.tsx';

/** `region`: empty where the browser's is no country, such as Latin America. */
const localeFor = (language: string, region: string) => (region ? `${language}-${region}` : language);

const exampleAmount = { amountMinor: 123_450, currency: 'EUR' };

const Fields = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '5', p: '4' },
});
const Fault = chakra('p', { base: { color: 'danger', fontSize: 'sm', fontWeight: '500', mt: '1' } });

/** Sends a person who has just turned on coaching, and coaches no team yet, to the form of a first team. */
function useFirstTeam(): () => Promise<void> {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
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
      // Someone who has gone to another page meanwhile stays there.
      if (!isCoaching && isMounted())
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
  const language = languageFor([locale]);
  // Applied with a button: it reloads the page, and some browsers change a select at each arrow key.
  const [chosen, choose] = useState(language);
  const written = localeIn(language, locale);
  const region = countryOfLanguage(written) ?? '';
  const options = useMemo(() => countriesIn(pageLanguage().tag), []);
  const zones = useMemo(() => [...new Set([...knownZones(), timeZone])].sort(), [timeZone]);
  const goToFirstTeam = useFirstTeam();
  const setFault = (part: string, fault: string | null) => setFaults((all) => ({ ...all, [part]: fault }));
  const at = new Date(now).toISOString();
  const applyLanguage = async () => {
    const locale = localeFor(chosen, region);
    const fault = await save({ locale }, t('Language'));
    setFault('language', fault);
    if (fault !== null) return;
    // A document has one language.
    storeDisplay({ locale, timeZone });
    location.reload();
  };
  return (
    <>
      <Panel title={t('Language and time')} about={t('For the pages you see and the e-mails you get.')}>
        <Fields>
          <SelectField
            label={t('Language')}
            value={chosen}
            error={faults.language ?? undefined}
            onChange={({ currentTarget: { value } }) => choose(languageFor([value]))}
          >
            {languageTags.map((tag) => (
              <option key={tag} value={tag} lang={tag}>
                {languageNames[tag]}
              </option>
            ))}
          </SelectField>
          {chosen === language ? null : (
            <Button look="outline" onClick={() => void applyLanguage()}>
              {t('Use {language}', { language: languageNames[chosen] })}
            </Button>
          )}
          <SelectField
            label={t('Dates and numbers as in')}
            value={region}
            hint={`${longDay(at, timeZone, written, null)}, ${clockTime(at, timeZone, written)} · ${amountText(exampleAmount, written)}`}
            error={faults.locale ?? undefined}
            onChange={async (event) =>
              setFault(
                'locale',
                await save({ locale: localeFor(language, event.currentTarget.value) }, t('Date format')),
              )
            }
          >
            {region === '' ? <option value="">{t('Choose…')}</option> : null}
            {options.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('Time zone')}
            value={timeZone}
            hint={
              timeZone === deviceZone()
                ? t('Same as this device. We use it for the times you see, e-mails and quiet hours.')
                : t(
                    'This device is in {zone}. The times you see, e-mails and quiet hours use your choice here.',
                    {
                      zone: deviceZone().replaceAll('_', ' '),
                    },
                  )
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
            'Create organizations and teams, plan events, and show your qualifications. You can turn this off when you have no published events coming up.',
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
