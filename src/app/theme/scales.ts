// The steps of space, size and type, on Tailwind's and Chakra's names. Only steps in use: each is a variable in every page.

const value = <Key extends string>(steps: Record<Key, string>) =>
  Object.fromEntries(Object.entries<string>(steps).map(([step, size]) => [step, { value: size }]));

/** A step is a quarter of a rem. */
const steps = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48,
];

/** What stands at the edge of the screen, and what keeps clear of it. */
const bars = { tabbar: '64px', rail: '232px' };

export const spacing = value({
  ...Object.fromEntries(steps.map((step) => [step, step ? `${step / 4}rem` : '0px'])),
  ...bars,
});

export const sizes = {
  ...spacing,
  ...value({ full: '100%', fit: 'fit-content', target: '44px' }),
};

export const fontSizes = value({
  xs: '0.75rem',
  sm: '0.875rem',
  md: '1rem',
  lg: '1.125rem',
  xl: '1.25rem',
  '2xl': '1.5rem',
  '3xl': '1.875rem',
  '4xl': '2.25rem',
  '5xl': '3rem',
  '6xl': '3.75rem',
});
