// The empty states of the calendar: not on this device, no match, and nothing planned.
import { UnreachableError } from '../../data/http/problem.ts';
import { dayText } from '../../format/intl.ts';
import { dayNumberOf } from '../../format/wall-clock.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';
import type { MissingMonth } from './use-days.tsx';
import type { Go } from './use-position.ts';

export const monthName = (month: string, locale: string) =>
  dayText(locale, 'monthYear', dayNumberOf(`${month}-01`));

/** A month without an answer: loading, not saved on this device, or refused. */
export function MissingMonthState({
  gap: { month, error },
  onRetry,
  locale,
}: {
  gap: MissingMonth;
  onRetry: () => void;
  locale: string;
}) {
  if (!error)
    return (
      <div role="status" aria-label={t('Loading the calendar')}>
        <Skeleton h="20" rounded="lg" />
      </div>
    );
  if (error instanceof UnreachableError)
    return (
      <EmptyState
        icon="cloud-off"
        title={t('{month} is not saved on this device', { month: monthName(month, locale) })}
        action={
          <Button look="outline" onClick={onRetry}>
            {t('Try again')}
          </Button>
        }
      >
        {t('You have no connection right now. Last month and the next three months are saved here.')}
      </EmptyState>
    );
  return <ErrorState error={error} onRetry={onRetry} />;
}

export function NoMatches({ go }: { go: Go }) {
  return (
    <EmptyState
      icon="list-filter"
      title={t('Nothing found')}
      action={
        <Button look="outline" onClick={() => go({ teams: [] }, 'push')}>
          {t('Show all teams')}
        </Button>
      }
    >
      {t('The teams you chose have nothing here.')}
    </EmptyState>
  );
}

export function NothingPlanned() {
  return (
    <EmptyState
      icon="calendar"
      title={t('Nothing planned')}
      action={<ButtonLink to="/explore/events">{t('Explore events')}</ButtonLink>}
    >
      {t("Events you're going to and events of your teams show up here, day by day.")}
    </EmptyState>
  );
}
