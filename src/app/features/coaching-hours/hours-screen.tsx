// /my/hours: the hours that I have coached, by month; for owners and admins also those of the coaches of their groups.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { Answer } from '../../../contract/api.ts';
import type { CoachHours } from '../../../contract/events/coaching-hours.ts';
import { urlOf } from '../../data/http/call.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { useSession } from '../../data/session/session.ts';
import { usePeriod } from '../../entities/statistics/period-form.tsx';
import { Figures, type Progress, StatisticsOf } from '../../entities/statistics/statistics-of.tsx';
import { StatisticsTools } from '../../entities/statistics/statistics-tools.tsx';
import { dayText } from '../../format/intl.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { dayNumberOf } from '../../format/wall-clock.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';
import { CoachRows, DateRows, HoursGroup } from './hours-lists.tsx';
import { monthsOf, sumOf } from './sums.ts';

type Answered = Answer<'GET /api/users/me/coaching-hours'>;

const everyone = 'everyone';

export function HoursScreen() {
  const period = usePeriod();
  const [chosen, setChosen] = useState<string | null>(null);
  const resource = useResource('GET /api/users/me/coaching-hours', { query: period });
  return (
    <Screen>
      <StatisticsOf resource={resource}>
        {(hours, progress) => (
          <Hours hours={hours} period={period} chosen={chosen} onChoose={setChosen} progress={progress} />
        )}
      </StatisticsOf>
    </Screen>
  );
}

const Days = chakra('p', { base: { color: 'fg.muted', mt: '-2', mb: '4' } });
const Groups = chakra('div', { base: { mt: '6' } });
const Coach = chakra('div', { base: { maxW: { sm: '22rem' } } });

function Hours({
  hours: { from, to, months, others, hasEarlier },
  period,
  chosen,
  onChoose,
  progress,
}: {
  hours: Answered;
  period: object;
  chosen: string | null;
  onChoose: (coach: string) => void;
  progress: Progress;
}) {
  const { locale } = useViewer();
  const { user } = useSession();
  const me: CoachHours = {
    user: { id: user?.id ?? '', name: user?.name ?? '', avatarSrc: null, hasAccount: true },
    months,
  };
  const coaches = [me, ...others].filter((coach) => coach.months.length > 0);
  const single = coaches.length === 1 ? coaches[0] : coaches.find((coach) => coach.user.id === chosen);
  const shown = single ? [single] : coaches;
  const dayOf = (day: string) => dayText(locale, 'shortDayYear', dayNumberOf(day));
  return (
    <>
      <Days role="status">{`${dayOf(from)} – ${dayOf(to)}`}</Days>
      <StatisticsTools
        shown={{ from, to }}
        isEmpty={coaches.length === 0}
        csv={urlOf('GET /api/users/me/coaching-hours.csv', { query: period })}
      >
        {coaches.length > 1 ? (
          <Coach>
            <SelectField
              label={t('Coach')}
              value={single?.user.id ?? everyone}
              onChange={(event: React.ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value)}
            >
              <option value={everyone}>{t('All coaches')}</option>
              {coaches.map((coach) => (
                <option key={coach.user.id} value={coach.user.id}>
                  {coach.user.name}
                </option>
              ))}
            </SelectField>
          </Coach>
        ) : null}
      </StatisticsTools>
      <Figures progress={progress}>
        <Groups>
          {hasEarlier ? (
            <Notice icon="info">
              {t('These are {count} events, and the period has more. Choose earlier days to see the rest.', {
                count: sumOf(coaches.flatMap((coach) => coach.months)).events,
              })}
            </Notice>
          ) : null}
          {coaches.length === 0 ? (
            <EmptyState
              icon="clock"
              title={t('No coaching hours in this period')}
              action={
                <ButtonLink look="outline" to="/my/events">
                  {t('See my events')}
                </ButtonLink>
              }
            >
              {t('Once an event is over, its hours count for everyone who is named as leading it.')}
            </EmptyState>
          ) : (
            <HoursGroup
              title={single ? single.user.name : t('All coaches')}
              sum={sumOf(shown.flatMap((coach) => coach.months))}
            >
              {single ? null : (
                <CoachRows
                  rows={coaches.map((coach) => ({
                    id: coach.user.id,
                    name: coach.user.name,
                    sum: sumOf(coach.months),
                  }))}
                />
              )}
            </HoursGroup>
          )}
          {monthsOf(shown).map(([month, parts]) => (
            <HoursGroup
              key={month}
              title={dayText(locale, 'monthYear', dayNumberOf(`${month}-01`))}
              sum={sumOf(parts)}
            >
              {single ? (
                <DateRows dates={parts.flatMap(({ dates }) => dates)} locale={locale} />
              ) : (
                <CoachRows
                  rows={parts.map((part) => ({ id: part.coach.id, name: part.coach.name, sum: part }))}
                />
              )}
            </HoursGroup>
          ))}
        </Groups>
      </Figures>
    </>
  );
}
