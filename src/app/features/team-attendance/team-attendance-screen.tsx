// /teams/:id/attendance: who was there over time; everyone for those who run the team, and the own row of a member.
import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo, useState } from 'react';
import type { Answer } from '../../../contract/api.ts';
import { urlOf } from '../../data/http/call.ts';
import { ApiError } from '../../data/http/problem.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { usePeriod } from '../../entities/statistics/period-form.tsx';
import { Figures, type Progress, StatisticsOf } from '../../entities/statistics/statistics-of.tsx';
import { StatisticsTools } from '../../entities/statistics/statistics-tools.tsx';
import { dayText } from '../../format/intl.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { dayNumberOf } from '../../format/wall-clock.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { Link, useRouteId } from '../../ui/navigation/router.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Unloaded } from '../../ui/page/missing.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState } from '../../ui/page/state.tsx';
import { type Message, msg, t } from '../../words/t.ts';
import { AttendanceTable } from './attendance-table.tsx';
import { type Cell, Legend } from './cell-mark.tsx';
import { OwnAttendance } from './own-attendance.tsx';
import {
  columnsOf,
  hasMarks,
  type Order,
  orders,
  type ShownKind,
  shownKinds,
  sorted,
} from './table-order.ts';

type Table = Answer<'GET /api/teams/{id}/attendance'>;

export function TeamAttendanceScreen() {
  const id = useRouteId();
  // Remounts for another team: what is shown of one is its own.
  return <TeamAttendance key={id} id={id} />;
}

function TeamAttendance({ id }: { id: string }) {
  const period = usePeriod();
  const team = useResource('GET /api/teams/{id}', { params: { id } }, { excludedFromFreshness: true });
  const table = useResource('GET /api/teams/{id}/attendance', { params: { id }, query: period });
  const { error } = table;
  // The name of the team would move the table.
  const isNamed = team.data !== undefined || team.error !== undefined;
  if (error instanceof ApiError && [404, 410].includes(error.status))
    return (
      <Unloaded error={error} onRetry={() => void table.mutate()} noun="team" explore="/explore/teams" />
    );
  if (error instanceof ApiError && error.code === 'not_permitted')
    return (
      <Screen>
        <EmptyState
          icon="users"
          title={t("Only the team sees who's been there")}
          action={<ButtonLink to={`/teams/${id}`}>{t('See the team')}</ButtonLink>}
        >
          {t('Coaches see everyone, and members see themselves.')}
        </EmptyState>
      </Screen>
    );
  return (
    <Screen wide>
      <StatisticsOf resource={isNamed ? table : { ...table, data: undefined }}>
        {(shown, progress) => (
          <Attendance
            id={id}
            name={team.data?.name ?? null}
            table={shown}
            period={period}
            progress={progress}
          />
        )}
      </StatisticsOf>
    </Screen>
  );
}

const Head = chakra('p', {
  base: { color: 'fg.muted', mt: '-2', mb: '4', '& a': { color: 'brand', fontWeight: '600' } },
});
const Choices = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    sm: { gridTemplateColumns: '10.5rem 10.5rem' },
  },
});

const kindNames: Record<ShownKind, Message> = {
  all: msg('All dates'),
  training: msg('Training only'),
  match: msg('Matches only'),
};
const orderNames: Record<Order, Message> = {
  name: msg('Name'),
  highest: msg('Rate, highest first'),
  lowest: msg('Rate, lowest first'),
};

function Attendance({
  id,
  name,
  table: { from, to, dates, people, hasEarlier, hasMorePeople },
  period,
  progress,
}: {
  id: string;
  name: string | null;
  table: Table;
  period: object;
  progress: Progress;
}) {
  const viewer = useViewer();
  const { locale } = viewer;
  const [kind, setKind] = useState<ShownKind>('all');
  const [order, setOrder] = useState<Order>('name');
  const columns = useMemo(() => columnsOf(dates, kind), [dates, kind]);
  const [person] = people;
  // Only those who run the team are shown no-shows.
  const isOwn = person !== undefined && person.noShows === null;
  const cells: Cell[] = ['present', 'late', 'excused', 'absent', 'noShow'];
  const dayOf = (day: string) => dayText(locale, 'shortDayYear', dayNumberOf(day));
  const isEmpty = !hasMarks(people);
  return (
    <>
      <Head>
        {name ? (
          <>
            <Link to={`/teams/${id}`}>{name}</Link>
            {' · '}
          </>
        ) : null}
        <span role="status">{`${dayOf(from)} – ${dayOf(to)}`}</span>
      </Head>
      <StatisticsTools
        shown={{ from, to }}
        isEmpty={isEmpty}
        csv={isOwn ? null : urlOf('GET /api/teams/{id}/attendance.csv', { params: { id }, query: period })}
      >
        <Choices>
          <SelectField
            label={t('Dates')}
            value={kind}
            onChange={(event: React.ChangeEvent<HTMLSelectElement>) =>
              setKind(shownKinds.find((one) => one === event.target.value) ?? 'all')
            }
          >
            {shownKinds.map((one) => (
              <option key={one} value={one}>
                {t(kindNames[one])}
              </option>
            ))}
          </SelectField>
          {isOwn ? null : (
            <SelectField
              label={t('Sort by')}
              value={order}
              onChange={(event: React.ChangeEvent<HTMLSelectElement>) =>
                setOrder(orders.find((one) => one === event.target.value) ?? 'name')
              }
            >
              {orders.map((one) => (
                <option key={one} value={one}>
                  {t(orderNames[one])}
                </option>
              ))}
            </SelectField>
          )}
        </Choices>
      </StatisticsTools>
      <Figures progress={progress}>
        {hasEarlier ? (
          <Notice icon="info">
            {t('These are the last {count} dates. Choose earlier days to see more.', {
              count: dates.length,
            })}
          </Notice>
        ) : null}
        {hasMorePeople ? (
          <Notice icon="info">
            {t('These are the first {count} people by name. The team has more than fit here.', {
              count: people.length,
            })}
          </Notice>
        ) : null}
        {isEmpty ? (
          <EmptyState
            icon="users"
            title={t('No attendance taken yet')}
            action={
              <ButtonLink look="outline" to={`/teams/${id}`}>
                {t('See the team')}
              </ButtonLink>
            }
          >
            {isOwn
              ? t('Once a coach has marked who is there, your dates show up here.')
              : t('Open an event when it starts and choose Attendance. What you mark shows up here.')}
          </EmptyState>
        ) : columns.length === 0 ? (
          <EmptyState
            icon="calendar"
            title={t('No dates of this kind')}
            action={
              <Button look="outline" onClick={() => setKind('all')}>
                {t('All dates')}
              </Button>
            }
          />
        ) : isOwn ? (
          <OwnAttendance person={person} dates={dates} columns={columns} kind={kind} viewer={viewer} />
        ) : (
          <>
            <AttendanceTable
              dates={dates}
              people={sorted(people, order, kind)}
              columns={columns}
              kind={kind}
              order={order}
              locale={locale}
            />
            <Legend cells={cells} />
          </>
        )}
      </Figures>
    </>
  );
}
