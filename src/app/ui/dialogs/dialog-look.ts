// The look of all modal dialogs: from below on a phone, over a page that does not scroll.

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
  // Browsers without `@starting-style` show the dialog without an animation.
  '@starting-style': { translate: '0 2rem', opacity: '0' },
  '&::backdrop': { bg: 'rgb(3 7 18 / 0.5)' },
  // The backdrop leaves out the gutter of the scroll bar, which has the colour of the root.
  'html:has(&:modal)': { overflow: 'hidden', bg: 'color-mix(in srgb, var(--bg), #030712)' },
  'html:has(&:modal) body': { bg: 'bg' },
} as const;
