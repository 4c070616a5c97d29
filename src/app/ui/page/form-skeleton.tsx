// The skeleton of a form that is a screen of its own.
import { t } from '../../words/t.ts';
import { Screen } from './screen.tsx';
import { Skeleton } from './state.tsx';

export function FormSkeleton() {
  return (
    <Screen>
      <div role="status" aria-label={t('Loading the form')}>
        <Skeleton h="18rem" rounded="lg" />
        <Skeleton h="22rem" rounded="lg" mt="7" />
      </div>
    </Screen>
  );
}
