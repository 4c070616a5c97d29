// The states of a screen without rows: loading, nothing, no match, an error, or offline and never loaded.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode, Ref } from 'react';
import { useLocation } from 'react-router';
import { ApiError, UnreachableError } from '../../data/http/problem.ts';
import { t } from '../../words/t.ts';
import { Button, ButtonLink } from '../button.tsx';
import type { ChromeIconName } from '../icons/chrome-icons.ts';
import { Icon } from '../icons/icon.tsx';

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: '3',
    px: '6',
    py: '14',
    color: 'fg.muted',
    maxW: '28rem',
    mx: 'auto',
  },
});
const Mark = chakra('div', {
  base: {
    w: '14',
    h: '14',
    rounded: 'full',
    bg: 'bg.subtle',
    display: 'grid',
    placeItems: 'center',
    color: 'fg',
  },
});
const Title = chakra('h2', { base: { fontSize: 'lg', fontWeight: '700', color: 'fg' } });

/** A calm message with one thing to do. `pageTitle`: it is a page of its own, and this its title, which can have the focus. */
export function EmptyState({
  icon,
  title,
  pageTitle,
  children,
  action,
}: {
  icon: ChromeIconName;
  title: string;
  pageTitle?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Box>
      <Mark>
        <Icon name={icon} size={24} />
      </Mark>
      <Title {...(pageTitle && { as: 'h1', tabIndex: -1, ref: pageTitle })}>{title}</Title>
      {children ? <p>{children}</p> : null}
      {action}
    </Box>
  );
}

/** Says what went wrong and what to do next: offline, refused by the server, or broken. `onward`: a link for who is refused. */
export function ErrorState({
  error,
  onRetry,
  onward,
}: {
  error: Error;
  onRetry: () => void;
  onward?: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const retry = (
    <Button look="outline" onClick={onRetry}>
      <Icon name="refresh-cw" size={18} />
      {t('Try again')}
    </Button>
  );
  const startAgain = (
    <ButtonLink to={pathname} look="outline">
      {t('Start over')}
    </ButtonLink>
  );
  if (error instanceof UnreachableError)
    return (
      <EmptyState icon="cloud-off" title={t('Not saved on this device yet')} action={retry}>
        {t(
          "There's no connection right now, and you haven't opened this here before. It will load once you're back online.",
        )}
      </EmptyState>
    );
  const detail = error instanceof ApiError ? error.message : t("We couldn't show this page.");
  // The same request would be refused again, so there is no retry.
  const isRefused = error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status);
  return (
    <div role="alert">
      <EmptyState
        icon="circle-alert"
        title={t("That didn't work")}
        action={isRefused ? (search ? startAgain : onward) : retry}
      >
        {detail}
      </EmptyState>
    </div>
  );
}

const Bone = chakra('div', {
  base: { bg: 'bg.subtle', rounded: 'sm', animation: 'pulse 1.6s ease-in-out infinite' },
});

/** A grey block of the final size, while the real thing loads. */
export function Skeleton(props: React.ComponentProps<typeof Bone>) {
  return <Bone aria-hidden="true" {...props} />;
}
