// /imprint, /privacy and /terms: a text of the operator, with its own title.
import { useLocation } from 'react-router';
import { siteTexts } from '../../../contract/values/enums.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { titled } from '../../format/words/site-text.ts';
import { findRoute } from '../../routing/paths.ts';
import { Unloaded } from '../../ui/page/missing.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { Skeleton } from '../../ui/page/state.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { t } from '../../words/t.ts';

export function SiteTextScreen() {
  const { pathname } = useLocation();
  const screen = findRoute(pathname)?.entry.screen;
  const text = siteTexts.find((one) => one === screen) ?? 'imprint';
  const { data, error, mutate } = useResource('GET /api/instance/{text}', { params: { text } });
  if (error && !data)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="page" explore="/explore" />;
  const { title, blocks } = titled(data?.blocks ?? []);
  return (
    <Screen {...(title !== null && { title })}>
      {data ? (
        <RichText blocks={blocks} level={2} />
      ) : (
        <div role="status" aria-label={t('Loading the text')}>
          <Skeleton h="48" rounded="lg" />
        </div>
      )}
    </Screen>
  );
}
