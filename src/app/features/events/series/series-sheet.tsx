// Answers for all dates of a series without leaving the page of one date.
import { chakra } from '@chakra-ui/react/styled-system';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { seriesTimes } from '../../../format/words/series.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Link } from '../../../ui/navigation/router.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { SeriesAnswer } from './series-answer.tsx';

const About = chakra('p', {
  base: { color: 'fg.muted', '& a': { color: 'brand', fontWeight: '600', py: '3' } },
});

export function SeriesSheet({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const { locale, now } = useViewer();
  const { data, error, mutate } = useResource('GET /api/series/{id}', { params: { id: seriesId } });
  return (
    <Sheet title={t('Answer for all dates')} onClose={onClose}>
      {data ? (
        <>
          <About>
            {`${seriesTimes(data, locale, now).join('. ')}. `}
            <Link to={`/series/${data.id}`}>{t('See the dates')}</Link>
          </About>
          <SeriesAnswer series={data} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton h="40" />
      )}
    </Sheet>
  );
}
