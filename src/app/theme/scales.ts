// The steps of color, space, size and type, with Tailwind's and Chakra's names. Rules contain them as plain
// values: only what differs between light and dark is a variable.

type Steps = Record<string, string>;

const gray = {
  50: '#f9fafb',
  100: '#f3f4f6',
  200: '#e5e7eb',
  300: '#d1d5db',
  400: '#9ca3af',
  500: '#6b7280',
  600: '#4b5563',
  700: '#374151',
  800: '#1f2937',
  900: '#111827',
  950: '#030712',
};

const green = {
  50: '#f0fdf4',
  100: '#dcfce7',
  200: '#bbf7d0',
  300: '#86efac',
  400: '#4ade80',
  500: '#22c55e',
  600: '#16a34a',
  700: '#15803d',
  800: '#166534',
  900: '#14532d',
  950: '#052e16',
};

const scale = (name: string, colors: Steps) =>
  Object.fromEntries(Object.entries(colors).map(([step, color]) => [`${name}.${step}`, color]));

/** Colors that are the same in light and dark, by name: `gray.500`. */
export const palette: Steps = { ...scale('gray', gray), ...scale('green', green), white: '#ffffff' };

/** The size of the bars at the edges of the screen, for them and for content that keeps clear of them. */
export const bars = { tabbar: 'var(--tabbar)', rail: '14.5rem' };

/** Five tabs are side by side from this width on; with larger text they are in two rows. */
const inTwoRows = (size: string) => `clamp(0px, (18rem - 100vw) * 999, ${size})`;
const oneRow = '44px + 1.25rem';
/** The values of the variables: the height of the tab bar, and the least width of a tab. */
export const barSizes = {
  '--tabbar': `calc(${oneRow} + ${inTwoRows(oneRow)})`,
  '--tab': inTwoRows('30vw'),
};

/** A step is a quarter of a rem. */
const steps = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48,
];
const rem = (step: number) => (step ? `${step / 4}rem` : '0px');

/** Each step, and its negative: `-2`. */
export const spacing: Steps = Object.fromEntries(
  steps.flatMap((step) => [
    [String(step), rem(step)],
    [`-${step}`, rem(-step)],
  ]),
);

export const sizes: Steps = { ...spacing, ...bars, full: '100%', fit: 'fit-content', target: '44px' };

export const radii: Steps = { sm: '8px', md: '12px', lg: '16px', xl: '20px', full: '999px' };

export const fontSizes: Steps = {
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
};

export const shadows: Steps = {
  raised: '0 1px 2px rgb(3 7 18 / 0.06), 0 4px 16px rgb(3 7 18 / 0.06)',
  overlay: '0 8px 40px rgb(3 7 18 / 0.24)',
};
