// The logo in the form of a new group.
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import type { useNewLogo } from './use-new-logo.ts';

const LogoField = lazy(async () => ({ default: (await import('./logo-field.tsx')).LogoField }));

export function NewLogoField({ name, logo }: { name: string; logo: ReturnType<typeof useNewLogo> }) {
  const hint = t('We save it when you create the group. If you leave before that, choose it again.');
  return (
    <Suspense fallback={<Skeleton h="6rem" />}>
      <LogoField
        name={name}
        logo={logo.shown}
        hint={logo.shown === null ? undefined : hint}
        save={logo.choose}
        saved={hint}
        remove={logo.remove}
      />
    </Suspense>
  );
}
