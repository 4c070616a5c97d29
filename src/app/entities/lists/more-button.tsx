// The button below a list that loads its next page, or the one that could not be loaded.
import { Button } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';

type Props = {
  list: {
    error: Error | undefined;
    hasMore: boolean;
    isLoadingMore: boolean;
    loadMore: () => void;
    retry: () => void;
  };
  label: string;
  /** Called before the rows are loaded. */
  onMore: () => void;
};

export function MoreButton({ list, label, onMore }: Props) {
  const { error, hasMore, isLoadingMore, loadMore, retry } = list;
  if (!hasMore) return null;
  return (
    <Button
      look="outline"
      busy={isLoadingMore}
      onClick={() => {
        onMore();
        if (error) retry();
        else loadMore();
      }}
    >
      {isLoadingMore ? t('Loading…') : error ? t('Try again') : label}
    </Button>
  );
}
