// Logos of clubs and teams of the demo as SVG, by name. Drawn by us, 96 by 96 units.

const disc = (color: string) => `<rect width="96" height="96" fill="${color}"/>`;
const line = (d: string, color: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const area = (d: string, color: string) => `<path d="${d}" fill="${color}"/>`;
const shield = 'M48 12C58 18 68 20 78 20V46C78 66 66 78 48 86C30 78 18 66 18 46V20C28 20 38 18 48 12Z';

/** Cards show the middle of them, lists a circle. */
export const crests: Record<string, string> = {
  // A pitch between the ring canal and the allotments.
  'KV Rooigem': `${disc('#dcfce7')}<g transform="translate(9.6 9.6) scale(.8)">${area(shield, '#166534')}<clipPath id="a"><path d="${shield}"/></clipPath><g clip-path="url(#a)"><path d="M18 20h15v66h-15zM63 20h15v66h-15z" fill="#15803d"/><path d="M10 66q9.5-7 19 0t19 0 19 0 19 0V96H10z" fill="#7dd3fc"/></g><circle cx="48" cy="43" r="15" fill="#fff"/>${area('M48 34l8.6 6.2-3.3 10h-10.600l-3.3-10z', '#166534')}${line('M48 34V28M56.6 40.200l5.7-1.900M53.3 50.200l3.5 4.900M42.7 50.200l-3.5 4.900M39.4 40.200l-5.7-1.9', '#166534', 2)}${line(shield, '#fff', 2.5)}</g>`,
  // A lily above the water.
  'Lys Swimmers': `${disc('#075985')}${area('M48 14C55 24 57 33 52 44H44C39 33 41 24 48 14Z', '#fff')}${area('M43 44C40 34 32 28 23 31C18 33 19 41 26 40C24 37 27 35 30 37C35 40 38 43 39 48Z', '#fff')}${area('M53 44C56 34 64 28 73 31C78 33 77 41 70 40C72 37 69 35 66 37C61 40 58 43 57 48Z', '#fff')}<rect x="36" y="47" width="24" height="5" rx="2.5" fill="#fde047"/>${line('M16 62q8-7 16 0t16 0 16 0 16 0', '#7dd3fc', 4)}${line('M20 72q7-6 14 0t14 0 14 0 14 0', '#7dd3fc', 4)}${line('M28 82q5-5 10 0t10 0 10 0 10 0', '#7dd3fc', 4)}`,
  // Three halls that share one circle.
  'Spreekreis Sport': `${disc('#1f2937')}<g transform="translate(9.6 9.6) scale(.8)">${line('M48 20A28 28 0 0 1 72.25 62', '#f87171', 11)}${line('M65.5 69.600A28 28 0 0 1 22.7 60', '#fbbf24', 11)}${line('M20.6 52A28 28 0 0 1 39 21.5', '#60a5fa', 11)}<circle cx="48" cy="48" r="9" fill="#fff"/></g>`,
  // Two hills, the river and a low sun.
  'Aire Valley Sports Club': `${disc('#ede9fe')}<circle cx="60" cy="34" r="13" fill="#f59e0b"/>${area('M0 66L30 30L52 58L66 44L96 72V96H0Z', '#5b21b6')}${area('M30 30L39 41L33 45L27 41L21 41Z', '#fff')}${line('M58 96C40 88 72 82 54 76S52 68 56 64', '#c4b5fd', 6)}`,
  // A sail on the tide.
  'Clube da Maré': `${disc('#0f4c8a')}${area('M50 14V62H24C34 50 44 34 50 14Z', '#fff')}${area('M54 24C62 36 68 48 70 62H54Z', '#fbbf24')}${area('M20 66H76L68 77H30Z', '#ef4444')}${line('M8 84q10-7 20 0t20 0 20 0 20 0', '#7dd3fc', 5)}`,
  // The letter of the avenue as a half court.
  'Avenue D Athletic': `${disc('#c2410c')}<g transform="translate(9.6 9.6) scale(.8)"><path d="M28 18H46C66 18 76 31 76 48S66 78 46 78H28Z" fill="#fff7ed"/><path d="M39 29H46C58 29 65 37 65 48S58 67 46 67H39Z" fill="#9a3412"/>${line('M39 40H48V56H39', '#fff7ed', 3)}<circle cx="44" cy="48" r="2.6" fill="#fff7ed"/></g>`,
  // The bandstand at sunrise.
  'Citadel Dawn Runners': `${disc('#312e81')}<circle cx="48" cy="60" r="21" fill="#fb923c"/>${line('M48 31V22M27.5 39.500L21 33M68.5 39.500L75 33M18.5 58H10M77.5 58H86', '#fdba74', 4)}${area('M26 56L48 41L70 56Z', '#fff')}${line('M31 58V78M42 58V78M54 58V78M65 58V78', '#fff', 4)}<rect x="22" y="76" width="52" height="6" rx="2" fill="#fff"/><rect y="82" width="96" height="14" fill="#4338ca"/>`,
};
