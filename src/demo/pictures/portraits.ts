// Portraits of the cast as SVG: head, hair and shirt in flat colors. Drawn by us.

type Hair = 'short' | 'parted' | 'curly' | 'long' | 'bun' | 'bald' | 'beanie' | 'swimCap';

export type Look = {
  ground: string;
  skin: string;
  hair: string;
  style: Hair;
  shirt: string;
  hasGlasses?: boolean;
  hasBeard?: boolean;
};

/** By username; the others have their initials. */
export const looks: Record<string, Look> = {
  coach: { ground: '#bbe5c8', skin: '#f0c3a0', hair: '#6b3f22', style: 'bun', shirt: '#166534' },
  trainee: { ground: '#cfe0f7', skin: '#d9a47a', hair: '#2a1d16', style: 'curly', shirt: '#1d4ed8' },
  'lode.vanacker': {
    ground: '#e5e7eb',
    skin: '#f2c9ad',
    hair: '#c9ccd1',
    style: 'bald',
    shirt: '#14532d',
    hasBeard: true,
  },
  'jef.adebayo': {
    ground: '#fde3c8',
    skin: '#7a4a2c',
    hair: '#17110d',
    style: 'short',
    shirt: '#c2410c',
    hasBeard: true,
  },
  'ines.okafor': { ground: '#c8e8f5', skin: '#8a5634', hair: '#f59e0b', style: 'swimCap', shirt: '#075985' },
  'arjun.mehta': {
    ground: '#ddd9f8',
    skin: '#b97d50',
    hair: '#1b1512',
    style: 'parted',
    shirt: '#4037a6',
    hasGlasses: true,
  },
  'elke.dhondt': { ground: '#e3e8d3', skin: '#f3cdb1', hair: '#d9a441', style: 'long', shirt: '#4b5530' },
  'dila.kaya': { ground: '#f9d4d4', skin: '#e2b08a', hair: '#231814', style: 'long', shirt: '#991b1b' },
  'matthias.brandt': {
    ground: '#dbe4ee',
    skin: '#f1c7a8',
    hair: '#8b8f97',
    style: 'parted',
    shirt: '#2b2c66',
    hasGlasses: true,
  },
  'ruth.ackroyd': { ground: '#dcd3f2', skin: '#f3ccb4', hair: '#a3a8b0', style: 'beanie', shirt: '#5b21b6' },
  'rui.tavares': {
    ground: '#d2e0fb',
    skin: '#dba882',
    hair: '#4a2c19',
    style: 'curly',
    shirt: '#1e40af',
    hasBeard: true,
  },
  'malik.freeman': { ground: '#fbdcc4', skin: '#5f3820', hair: '#120d0a', style: 'bald', shirt: '#9a3412' },
  'yuki.tanabe': { ground: '#f6d5ef', skin: '#f0c8a4', hair: '#15110f', style: 'bun', shirt: '#86198f' },
};

const crown = 'M31 39C28 21 37 15 48 15S68 21 65 39C64 32 59 27 48 27S32 32 31 39Z';

/** Hair behind the head and in front of it. */
const hairs: Record<Hair, (color: string) => { behind: string; before: string }> = {
  short: (color) => ({ behind: '', before: path(crown, color) }),
  parted: (color) => ({
    behind: '',
    before: path(
      'M31 40C27 20 39 14 50 14S69 22 65 40C64 34 62 30 58 26C51 31 40 31 35 29C32 32 31 36 31 40Z',
      color,
    ),
  }),
  curly: (color) => ({
    behind: '',
    before: [
      [34, 29, 7],
      [39, 21, 7],
      [48, 18, 8],
      [57, 21, 7],
      [62, 29, 7],
      [44, 25, 7],
      [53, 25, 7],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${color}"/>`)
      .join(''),
  }),
  long: (color) => ({
    behind: path('M29 38C26 14 70 14 67 38C67 52 69 60 72 68C60 75 36 75 24 68C27 60 29 52 29 38Z', color),
    before: path('M31 41C27 21 38 15 48 15S69 21 65 41C64 34 57 30 50 22C45 30 33 33 31 41Z', color),
  }),
  bun: (color) => ({
    behind: `<circle cx="48" cy="13" r="8.5" fill="${color}"/>`,
    before: path('M31 41C27 22 37 16 48 16S69 22 65 41C63 33 56 26 48 25S33 33 31 41Z', color),
  }),
  bald: () => ({ behind: '', before: path('M38 26C42 22 47 21 51 22', 'none', '#fff', 0.35) }),
  beanie: (color) => ({
    behind: path('M30 42C30 52 31 58 33 62H63C65 58 66 52 66 42Z', color),
    before: `${path('M30 33C29 18 38 12 48 12S67 18 66 33Z', '#d97706')}<rect x="28.5" y="29" width="39" height="7.5" rx="3.7" fill="#92400e"/><circle cx="48" cy="11" r="4" fill="#fbbf24"/>`,
  }),
  swimCap: (color) => ({
    behind: '',
    before: `${path('M30.5 36C29 19 38 14 48 14S67 19 65.5 36C60 32 36 32 30.5 36Z', color)}<path d="M31 29Q48 24 65 29" fill="none" stroke="#0c4a6e" stroke-width="2"/><rect x="37" y="23" width="10" height="6.5" rx="3.2" fill="#0c4a6e"/><rect x="49" y="23" width="10" height="6.5" rx="3.2" fill="#0c4a6e"/>`,
  }),
};

const path = (d: string, fill: string, stroke = 'none', opacity = 1) =>
  `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="2" stroke-linecap="round" opacity="${opacity}"/>`;

/** A portrait of 96 by 96 units. */
export function portrait({
  ground,
  skin,
  hair,
  style,
  shirt,
  hasGlasses = false,
  hasBeard = false,
}: Look): string {
  const { behind, before } = hairs[style](hair);
  const ink = '#1f1512';
  return [
    `<rect width="96" height="96" fill="${ground}"/>`,
    behind,
    path('M10 97C11 77 28 70 48 70S85 77 86 97Z', shirt),
    path('M40 52H56V68C56 77 40 77 40 68Z', skin),
    path('M40 60C44 64 52 64 56 60V65C50 69 45 69 40 65Z', '#000', 'none', 0.14),
    `<circle cx="31.5" cy="42" r="4" fill="${skin}"/><circle cx="64.5" cy="42" r="4" fill="${skin}"/>`,
    `<ellipse cx="48" cy="41" rx="17" ry="20" fill="${skin}"/>`,
    hasBeard
      ? path(
          'M31 43C31 57 38 63 48 63S65 57 65 43C63 48 60 50 56 50C52 48 44 48 40 50C36 50 33 48 31 43Z',
          style === 'bald' ? hair : ink,
          'none',
          0.9,
        )
      : '',
    before,
    `<circle cx="41.5" cy="41" r="1.8" fill="${ink}"/><circle cx="54.5" cy="41" r="1.8" fill="${ink}"/>`,
    path('M42.5 52C45 55.5 51 55.5 53.5 52', hasBeard ? '#fff' : 'none', hasBeard ? 'none' : '#00000066'),
    path('M48 42.5V46.5', 'none', '#00000033'),
    hasGlasses
      ? `<g fill="#ffffff40" stroke="${ink}" stroke-width="1.8"><circle cx="41" cy="41.5" r="5.5"/><circle cx="55" cy="41.5" r="5.5"/><path d="M46.5 41.5h3M35.5 41l-4-1M60.5 41l4-1"/></g>`
      : '',
  ].join('');
}
