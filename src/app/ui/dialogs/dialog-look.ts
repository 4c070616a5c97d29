// What all modal dialogs look like: from below on a phone, over a page that stays where it is.

export const dialogLook = {
  position: 'fixed',
  inset: 'auto 0 0 0',
  w: 'full',
  maxW: '100%',
  overscrollBehavior: 'contain',
  bg: 'bg',
  color: 'fg',
  roundedTop: 'xl',
  shadow: 'overlay',
  transition: 'translate 180ms cubic-bezier(0.2, 0.8, 0.2, 1), opacity 180ms',
  // Where a browser does not know this, a dialog is simply there.
  '@starting-style': { translate: '0 2rem', opacity: '0' },
  '&::backdrop': { bg: 'rgb(3 7 18 / 0.5)' },
  'html:has(&:modal)': { overflow: 'hidden' },
} as const;
