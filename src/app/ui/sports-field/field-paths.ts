// The field art: SVG path data, drawn by us. One half is enough where the field mirrors.

import type { Field } from '../../../contract/values/activities.ts';

export interface FieldArt {
  /** Painted as lines. */
  line: string;
  /** Tinted behind the lines. */
  tint?: string;
  /** The transform that adds the other half. */
  mirror?: string;
  /** The part to show, where it is not the whole crop. */
  box?: string;
}

/** The part that each crop shows, where the field art does not say. */
export const boxes = { card: '0 0 72 120', hero: '0 0 400 220' };

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0z`;
const rect = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h-${w}z`;
const dot = (x: number, y: number) => circle(x, y, 0.7);

const round = (value: number) => Math.round(value * 100) / 100;

/** A dashed arc between two angles in degrees, 0 to the right and 90 down; each dash is followed by a gap of its length. */
function dashedArc(x: number, y: number, r: number, [from, to]: [number, number], dashes: number): string {
  const step = (to - from) / (2 * dashes - 1);
  const at = (angle: number) =>
    `${round(x + r * Math.cos((angle * Math.PI) / 180))} ${round(y + r * Math.sin((angle * Math.PI) / 180))}`;
  return Array.from({ length: dashes }, (_, dash) => {
    const angle = from + 2 * dash * step;
    return `M${at(angle)}A${r} ${r} 0 0 ${step > 0 ? 1 : 0} ${at(angle + step)}`;
  }).join('');
}

/** The lower half repeats the upper one. */
const upright = (line: string, tint = ''): FieldArt => ({ line, tint, mirror: 'matrix(1 0 0-1 0 120)' });
/** The right half repeats the left one. */
const wide = (line: string, tint = ''): FieldArt => ({ line, tint, mirror: 'matrix(-1 0 0 1 400 0)' });
/** One field art for both crops: the card shows a part of it. */
const both = (line: string, tint = '', box = '134 0 132 220'): [FieldArt, FieldArt] => [
  { line, tint, box },
  { line, tint },
];

const chevron = 'l33 20 33-20'.repeat(6);
const weave = 'h50m25-25v50m25-25'.repeat(5);
const wave = `q25-18 50 0t50 0`.repeat(5);
const jug = 'c4-5 14-5 17 0s-3 10-9 10-9-5-8-10z';
const crimp = 'l11-4 8 5-4 7-12 1z';
const sloper = 'c-1-11 20-12 23-2s-6 12-12 12-11-2-11-10z';
const holds = `M34 64${jug}M108 62${crimp}M186 92${sloper}M150 146${jug}M222 150${crimp}M200 34${sloper}M282 78${jug}M330 158${crimp}M104 196${sloper}M14 132${crimp}M352 40${sloper}M298 196${jug}M234 104${jug}M170 28${crimp}M188 192${crimp}M60 112${sloper}M376 116${jug}M130 16${jug}M300 126${crimp}M222 66${crimp}M160 68${jug}`;

/** Per field: the upright strip of a card (72 x 120), then the wide background of a title (400 x 220). */
export const fieldArt: Record<Field, [card: FieldArt, hero: FieldArt]> = {
  pitch: [
    upright(
      `M6 60V14H66V60ZM18 14V28H54V14M28 14V19H44V14M28.8 28A8.5 8.5 0 0 0 43.2 28M21 60A15 15 0 0 1 51 60M6 17a3 3 0 0 0 3-3M63 14a3 3 0 0 0 3 3${dot(36, 24)}${dot(36, 60)}`,
      `M6 9.4${'m0 9.2h60v4.6h-60z'.repeat(5)}`,
    ),
    wide(
      `M200 12H13V208H200ZM13 41.5H69V178.5H13M13 79H31.7V141H13M13 97.5H6V122.5H13M69 85A31 31 0 0 1 69 135M200 79A31 31 0 0 0 200 141M13 16a4 4 0 0 0 4-4M13 204a4 4 0 0 1 4 4${dot(50.4, 110)}${dot(200, 110)}`,
      `M-14.7 12${'m37.4 0h18.7v196h-18.7z'.repeat(5)}`,
    ),
  ],
  rugby: [
    upright(
      `M6 60V6H66V60ZM6 18H66M6 38H66M32 16V20M40 16V20M32 18H40M6 50${'m3 0h6'.repeat(6)}M14 18${'m0 4v4'.repeat(5)}M58 18${'m0 4v4'.repeat(5)}`,
      rect(6, 6, 60, 12),
    ),
    wide(
      `M200 8H14V212H200ZM45 8V212M113 8V212M169 8${'m0 6v6'.repeat(17)}M45 26${'m6 0h10'.repeat(10)}M45 194${'m6 0h10'.repeat(10)}M45 58${'m6 0h10'.repeat(10)}M45 162${'m6 0h10'.repeat(10)}M41 101h8M41 119h8M45 101v18M58 74v8M58 94v8M58 118v8M58 138v8`,
      rect(14, 8, 31, 204),
    ),
  ],
  court: [
    upright(
      `M6 60V13H66V60ZM10.5 13V22A26 26 0 0 0 61.5 22V13M26 13V33H46V13M28 33A8 8 0 0 0 44 33M32 16.5H40M24 60A12 12 0 0 1 48 60${circle(36, 19, 1.6)}`,
      `${rect(26, 13, 20, 20)}M24 60A12 12 0 0 1 48 60z`,
    ),
    wide(
      `M200 8H9.5V212H200ZM9.5 20.2H50.2A91.8 91.8 0 0 1 50.2 199.8H9.5M9.5 76.7H88.4V143.3H9.5M25.8 97.8V122.2M25.8 93H31A17 17 0 0 1 31 127H25.8M200 85.5A24.5 24.5 0 0 0 200 134.5${circle(88.4, 110, 24.5)}${circle(31, 110, 3)}`,
      `${rect(9.5, 76.7, 78.9, 66.6)}M200 85.5A24.5 24.5 0 0 0 200 134.5z`,
    ),
  ],
  // 40 by 20 m; 6 m arcs around the posts and 3.16 m between them, marks at 6 and 10 m, a circle of 3 m.
  futsal: [
    upright(
      `M10 60V8H62V60ZM32.1 8V5.4H39.9V8M16.3 8A15.6 15.6 0 0 0 31.9 23.6H40.1A15.6 15.6 0 0 0 55.7 8M28.2 60A7.8 7.8 0 0 1 43.8 60M10 10.5a2.5 2.5 0 0 0 2.5-2.5M59.5 8a2.5 2.5 0 0 0 2.5 2.5M60 47h4M60 34h4${dot(36, 23.6)}${dot(36, 34)}${dot(36, 60)}`,
      'M16.3 8A15.6 15.6 0 0 0 31.9 23.6H40.1A15.6 15.6 0 0 0 55.7 8zM28.2 60A7.8 7.8 0 0 1 43.8 60z',
    ),
    wide(
      `M200 18H16V202H200ZM16 96.2H6.8V123.8H16M16 40.3A55.2 55.2 0 0 1 71.2 95.5V124.5A55.2 55.2 0 0 1 16 179.7M200 82.4A27.6 27.6 0 0 0 200 137.6M16 21a3 3 0 0 0 3-3M16 199a3 3 0 0 1 3 3M154 197v10M108 197v10${dot(71.2, 110)}${dot(108, 110)}${dot(200, 110)}`,
      'M16 40.3A55.2 55.2 0 0 1 71.2 95.5V124.5A55.2 55.2 0 0 1 16 179.7zM200 82.4A27.6 27.6 0 0 0 200 137.6z',
    ),
  ],
  // 40 by 20 m; the goal area at 6 m, the dashed free-throw line at 9 m, the penalty line at 7 m.
  handball: [
    upright(
      `M10 60V8H62V60ZM32.1 8V5.4H39.9V8M16.5 8A15.6 15.6 0 0 0 32.1 23.6H39.9A15.6 15.6 0 0 0 55.5 8M33.4 26.2h5.2M35.2 18.4h1.6M60 48.3h4M34.5 31.4h3${dashedArc(32.1, 8, 23.4, [160.8, 94], 6)}${dashedArc(39.9, 8, 23.4, [19.2, 86], 6)}`,
      'M16.5 8A15.6 15.6 0 0 0 32.1 23.6H39.9A15.6 15.6 0 0 0 55.5 8z',
    ),
    wide(
      `M200 18H16V202H200ZM16 96.2H6.8V123.8H16M16 41A55.2 55.2 0 0 1 71.2 96.2V123.8A55.2 55.2 0 0 1 16 179M80.4 105.4v9.2M52.8 108v4M158.6 197v10M98.8 99.5v6m0 9v6${dashedArc(16, 96.2, 82.8, [-70.8, -3], 9)}${dashedArc(16, 123.8, 82.8, [70.8, 3], 9)}`,
      'M16 41A55.2 55.2 0 0 1 71.2 96.2V123.8A55.2 55.2 0 0 1 16 179z',
    ),
  ],
  // 91.4 by 55 m; the circle at 14.63 m, a dashed line 5 m outside it, the 23 m line.
  hockey: [
    upright(
      `M5.8 60V9.7H66.2V60ZM34 9.7V8H38V9.7M17.9 9.7A16.1 16.1 0 0 0 34 25.8H38A16.1 16.1 0 0 0 54.1 9.7M5.8 34.9H66.2M35 31.3h2${dashedArc(34, 9.7, 21.6, [180, 93], 8)}${dashedArc(38, 9.7, 21.6, [0, 87], 8)}${dot(36, 16.8)}`,
      'M17.9 9.7A16.1 16.1 0 0 0 34 25.8H38A16.1 16.1 0 0 0 54.1 9.7z',
    ),
    wide(
      `M200 5.5H26.3V214.5H200ZM26.3 103H21.7V117H26.3M26.3 47.4A55.6 55.6 0 0 1 81.9 103V117A55.6 55.6 0 0 1 26.3 172.6M113.4 5.5V214.5M26.3 65h-4M26.3 84h-4M26.3 136h-4M26.3 155h-4M100.9 107.5v5${dashedArc(26.3, 103, 74.6, [-90, -2], 11)}${dashedArc(26.3, 117, 74.6, [90, 2], 11)}${dot(50.9, 110)}`,
      'M26.3 47.4A55.6 55.6 0 0 1 81.9 103V117A55.6 55.6 0 0 1 26.3 172.6z',
    ),
  ],
  net: [
    upright(
      'M8 60V14H64V60M15 14V60M57 14V60M15 36H57M36 36V60M36 14V17M3 59H69M4 58V60M68 58V60',
      rect(15, 14, 42, 46),
    ),
    wide(
      `M200 22H10V198H200M10 44H200M10 176H200M98 44V176M98 110H200M10 110H16M197 14V206M197 14H200M197 206H200M197 14${'m0 6h6m-6 0'.repeat(31)}`,
      rect(10, 44, 190, 132),
    ),
  ],
  lanes: [
    upright(
      `M0 15H72M-9 15${'m9 0v45m0-45'.repeat(9)}`,
      `M-5.5 23${'m9 0h-2v1.4h2v36h1.4v-36h2v-1.4h-2z'.repeat(8)}`,
    ),
    wide(
      `M12 0V220M12-20${'m0 26h188m-188 0'.repeat(9)}`,
      `M30-11${'m0 26v12h4v-4h166v-4h-166v-4z'.repeat(8)}`,
    ),
  ],
  track: [
    {
      line: [33, 30, 27, 24, 21, 18]
        .map((r) => `M${36 - r} 43a${r} ${r} 0 0 1 ${2 * r} 0v34a${r} ${r} 0 0 1-${2 * r} 0z`)
        .join(''),
      tint: 'M3 43a33 33 0 0 1 66 0v34a33 33 0 0 1-66 0zM18 43v34a18 18 0 0 0 36 0v-34a18 18 0 0 0-36 0z',
    },
    {
      line: [104, 97, 90, 83, 76, 69, 62, 55, 48]
        .map((r) => `M110 ${110 - r}h180a${r} ${r} 0 0 1 0 ${2 * r}h-180a${r} ${r} 0 0 1 0-${2 * r}z`)
        .join('M290 158v56'),
      tint: 'M110 6h180a104 104 0 0 1 0 208h-180a104 104 0 0 1 0-208zM110 62a48 48 0 0 0 0 96h180a48 48 0 0 0 0-96z',
    },
  ],
  mat: both(
    `M-50-15${'m50 0v250m0-250'.repeat(9)}M0-65${'m0 50h400m-400 0'.repeat(6)}M0 10${weave}M0 110${weave}M0 210${weave}M-50 60${weave}M-50 160${weave}`,
    rect(100, 35, 200, 150),
  ),
  trail: both(
    'M82 -24c3 7 12 29 17 43s7 40 13 42 17-15 25-25 13-31 25-36 33 4 49 4 33-6 49-4 31 8 46 14 34 9 46 18 25 22 27 36-10 33-11 48-1 31 9 40 39 11 47 13M341 244c-3-7-13-28-17-42s1-36-10-42-37-2-53 4-34 16-42 29-5 43-6 51M136 244c-7-4-28-16-42-24s-29-16-41-26-29-20-31-33 14-32 15-46-3-32-13-40-40-6-48-7M413 224c-4 8-18 14-28 14s-25-5-31-12-8-23-4-31 18-15 28-16 24 6 30 13 9 24 5 32zM364 88c-1 15-9 35-20 45s-31 11-47 14-34 5-50 1-32-11-41-23-9-32-15-47-27-34-24-43 23-8 38-10 32-4 48-4 33-1 49 3 35 10 45 20 18 29 17 44zM176 204c-6 11-22 19-36 19s-31-12-45-20-32-16-40-28-11-31-8-46 11-36 22-43 33-5 48-1 32 13 42 24 15 30 18 46 5 38-1 49zM77 32c-3 12-18 26-31 29s-37-2-47-10-17-28-13-40 20-28 33-32 36 1 46 9 15 32 12 44zM353 96c-3 14-18 30-31 37s-33 7-49 5-36-6-45-17-16-32-13-46 18-29 31-36 33-10 49-8 35 9 44 20 16 31 14 45zM156 180c-6 12-28 20-43 18s-37-15-46-28-10-38-3-51 29-23 44-22 34 17 42 31 12 40 6 52zM60 24c-2 7-11 16-19 19s-21 0-27-5-11-17-10-24 12-17 20-20 21 0 27 5 11 18 9 25zM344 92c-1 12-16 28-29 34s-33 7-47 3-31-15-36-27 0-33 8-43 28-19 42-20 34 4 44 13 20 28 18 40zM140 172c-5 8-23 12-33 10s-27-12-32-22-5-28 1-37 23-14 34-13 24 14 29 24 7 30 1 38zM336 88c-1 11-16 27-28 32s-33 4-44-2-23-24-23-35 16-28 28-33 33-3 44 3 24 24 23 35zM128 152c-1 6-8 14-13 16s-16-3-21-7-10-14-9-20 8-15 14-16 16 2 21 6 9 15 8 21zM325 92c-3 8-16 18-25 20s-25 1-33-4-13-21-11-29 15-19 24-21 25 0 32 5 15 21 13 29zM310 92c-2 5-11 9-16 10s-15-2-19-6-5-13-3-18 11-9 16-10 15 2 19 6 5 13 3 18z',
    '',
    '262 14 126 210',
  ),
  wall: both(
    `M-10 62L92 12 158 96 66 172ZM158 96L244 34 336 108 256 196ZM336 108L410 62M92 12L84-10M244 34L262-10M66 172L50 230M256 196L276 230M158 96L66 172${holds}`,
    holds,
  ),
  ring: [
    upright(
      'M3 60V27H69V60M10 60V34H62V60M13 60V37H59V60M16 60V40H56V60M7 37V31H13M59 31H65V37',
      rect(10, 34, 52, 26),
    ),
    wide(
      'M200 5H95V215H200M200 20H110V200H200M200 26H116V194H200M200 32H122V188H200M104 24V14H114M104 196V206H114M122 44L134 32M122 176L134 188M200 82A28 28 0 0 0 200 138',
      rect(110, 20, 90, 180),
    ),
  ],
  rink: [
    upright(
      `M6 60V27A17 17 0 0 1 23 10H49A17 17 0 0 1 66 27V60ZM10 17.5H62M6 43H66M6 44.4H66M23 60A13 13 0 0 1 49 60M32 17.5A4 4 0 0 0 40 17.5${circle(21, 31, 8)}${circle(51, 31, 8)}${dot(21, 31)}${dot(51, 31)}`,
      'M6 44H66V60H6z',
    ),
    wide(
      `M200 14H62A54 54 0 0 0 8 68V152A54 54 0 0 0 62 206H200ZM33.6 22V198M153 14V206M156 14V206M200 81A29 29 0 0 0 200 139M33.6 98A12 12 0 0 1 33.6 122M33.6 104H27V116H33.6${circle(72, 65, 29)}${circle(72, 155, 29)}${dot(72, 65)}${dot(72, 155)}${dot(166, 65)}${dot(166, 155)}`,
      rect(156, 14, 44, 192),
    ),
  ],
  floor: both(`M-64 0${'m66 0v220m0-220'.repeat(8)}M2-48${`m0 28${chevron}m-396 0`.repeat(9)}`),
  water: both(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `M${-60 + ((i * 37) % 50)} ${12 + i * 22}${wave}`).join(''),
  ),
};
