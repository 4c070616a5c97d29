// The header of a page about one thing: its name on the field art of its activity.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { Activity } from '../../../contract/values/activities.ts';
import type { GroupColor } from '../../../contract/values/enums.ts';
import { FieldLines } from '../sports-field/field-lines.tsx';
import { useIsPage } from './panes.ts';
import { Back } from './screen.tsx';

const Ground = chakra('header', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    gap: '10',
    minH: { base: '13.5rem', lg: '15rem' },
    px: { base: '4', sm: '5', lg: '8' },
    pt: { base: 'calc(0.75rem + env(safe-area-inset-top))', lg: '6' },
    mt: { base: 'calc(env(safe-area-inset-top) * -1)', lg: '0' },
    pb: '4',
    color: 'white',
    '& > .field-lines': { zIndex: '-1' },
    // Names stay readable over any line of the field art.
    _after: {
      content: '""',
      position: 'absolute',
      inset: '40% 0 0 0',
      zIndex: '-1',
      bgImage: 'linear-gradient(to bottom, transparent, rgb(3 7 18 / 0.4))',
    },
    '& a:focus-visible, & button:focus-visible': { outlineColor: 'white' },
    '& .tools': { display: 'flex', alignItems: 'center', gap: '2', minH: 'target' },
    '& .tools > .end': { ms: 'auto', display: 'flex', gap: '2' },
    '& .names': { display: 'flex', alignItems: 'flex-end', gap: '4' },
    '& .names > :last-child': { minW: '0' },
    '& .eyebrow': { fontSize: 'sm', fontWeight: '700', mb: '1' },
    '& .title': {
      fontSize: { base: '1.75rem', lg: '4xl' },
      lineHeight: '1.15',
      fontWeight: '800',
      letterSpacing: '-0.02em',
      textWrap: 'balance',
      _focusVisible: { outline: 'none' },
    },
    '& .title s': { opacity: '0.85' },
  },
});

/**
 * `isMain`: the page is about this; otherwise it is shown beside something else, without a back button.
 * `title` is null while it is unknown: then there is no heading to focus yet.
 */
export function Hero({
  activity,
  color = null,
  eyebrow,
  title,
  tools,
  mark,
  isMain: isSubject = true,
}: {
  activity: Activity | undefined;
  /** The group's own color, in place of the activity's. */
  color?: GroupColor | null;
  eyebrow?: ReactNode;
  title: ReactNode | null;
  tools?: ReactNode;
  mark?: ReactNode;
  isMain?: boolean;
}) {
  const isMain = useIsPage() && isSubject;
  return (
    <Ground data-subject={isMain || undefined}>
      <FieldLines activity={activity} color={color} crop="hero" />
      <div className="tools">
        {isMain ? <Back onField /> : null}
        <div className="end">{tools}</div>
      </div>
      <div className="names">
        {mark}
        <div>
          {eyebrow ? <p className="eyebrow">{eyebrow}</p> : null}
          {title === null ? (
            <p className="title">&nbsp;</p>
          ) : isMain ? (
            <h1 className="title" tabIndex={-1}>
              {title}
            </h1>
          ) : (
            <h2 className="title">{title}</h2>
          )}
        </div>
      </div>
    </Ground>
  );
}
