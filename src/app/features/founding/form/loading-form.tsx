// The skeleton of a group's form.
import { Screen } from '../../../ui/page/screen.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';

export function LoadingForm() {
  return (
    <Screen>
      <div role="status" aria-label={t('Loading the form')}>
        <Skeleton h="14rem" rounded="lg" />
        <Skeleton h="20rem" rounded="lg" mt="7" />
      </div>
    </Screen>
  );
}
