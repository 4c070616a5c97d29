/** The styles of the main action that stays at the foot of a phone's page, in reach of the thumb: for `lgDown`. */
export const footBar = {
  position: 'fixed',
  insetX: '0',
  bottom: '0',
  zIndex: '11',
  px: { base: '4', sm: '5' },
  py: '2.5',
  pb: 'max(0.625rem, env(safe-area-inset-bottom))',
  bg: 'bg.panel',
  borderTopWidth: '1px',
  borderColor: 'border',
} as const;
