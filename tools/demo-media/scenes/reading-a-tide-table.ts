import { box, drawText, group, type Point, place, polyline, round, shape, stroke } from '../drawing/draw.ts';
import { palette } from '../drawing/palette.ts';
import type { Scene } from '../drawing/scene.ts';
import { along, during, progress } from '../drawing/timing.ts';

const sand = 356;
const highest = 168;

/** The network strength, from 0 to 1, at some hours of one day of a market trader. */
const tide: readonly (readonly [hour: number, level: number])[] = [
  [0, 0.94],
  [6.4, 0.94],
  [7.2, 0.36],
  [7.7, 0.5],
  [8.2, 0.26],
  [9, 0],
  [12, 0],
  [12.6, 0.7],
  [13.6, 0.7],
  [14.4, 0.3],
  [15.4, 0.42],
  [17, 0.3],
  [18.5, 0.94],
  [24, 0.94],
];

/** The hour of the day that the video shows at a time. */
const clock: readonly (readonly [at: number, hour: number])[] = [
  [8, 0],
  [12, 6.6],
  [16.4, 9.4],
  [20.4, 11.8],
  [24.2, 14],
  [27.8, 17.2],
  [31.6, 24],
];

/** One day of connectivity, drawn as a tide: what to do at high water, in the shallows and on the sand. */
export const readingATideTable: Scene = {
  name: 'reading-a-tide-table',
  course: 'course-1',
  seconds: 57,
  title: {
    heading: 'Reading a tide table',
    lead: 'One day of network, drawn as water',
    ground: palette.forest,
    until: 4,
  },
  captionGround: palette.forest,
  captionInk: palette.paper,
  captions: [
    { from: 4, to: 8, lines: ['A harbour keeps a table: when is there water?', 'Keep one for the network.'] },
    { from: 8, to: 12.2, lines: ['Night, at home on Wi-Fi.', 'High water.'] },
    { from: 12.2, to: 16.2, lines: ['On the bus the network comes and goes.', 'The water falls.'] },
    { from: 16.2, to: 20.4, lines: ['Three hours in the market hall:', 'thick walls, no network. Dry.'] },
    { from: 20.4, to: 24.2, lines: ['Lunch at the café:', 'one good hour of water.'] },
    { from: 24.2, to: 27.8, lines: ['The road back: shallow,', 'but it will carry something small.'] },
    { from: 27.8, to: 32, lines: ['Home again.', 'High water until morning.'] },
    {
      from: 32,
      to: 37.8,
      lines: ['At high water, do the heavy work:', 'fetch tomorrow’s videos, send the photos.'],
    },
    {
      from: 37.8,
      to: 43.4,
      lines: ['In the shallows, send what is light:', 'a tick, a note, an order. A few kilobytes.'],
    },
    {
      from: 43.4,
      to: 49.6,
      lines: ['And build a boat that can stand dry:', 'all it needs today is already on board.'],
    },
    {
      from: 49.6,
      to: 56.8,
      lines: ['Now draw your own day: 24 hours', 'and three words. High, shallow, dry.'],
    },
  ],
  draw,
};

function draw(t: number): string {
  const hour = along(t, clock);
  return [
    box(0, 0, 960, 540, palette.paper),
    box(0, sand, 960, 90, '#efe3c8'),
    drawText({ x: 40, y: 62 }, 'A day at the market', {
      size: 38,
      serif: true,
      anchor: 'start',
      opacity: 1 - progress(t, 31.8, 32.2),
    }),
    water(Math.min(24, hour + 1.3 * progress(t, 4.2, 6))),
    hours(),
    marks(t),
    clockFace(t, hour),
    boat(t, hour),
  ].join('');
}

function levelAt(hour: number): number {
  return along(hour, tide);
}

function place24(hour: number): number {
  return 60 + hour * 35;
}

function surface(hour: number): Point {
  return { x: place24(hour), y: sand - levelAt(hour) * (sand - highest) };
}

function water(until: number): string {
  const steps: Point[] = [];
  for (let hour = 0; hour < until; hour += 0.1) steps.push(surface(hour));
  steps.push(surface(until));
  const line = polyline(steps);
  return (
    shape(`${line}L${round(place24(until))} ${sand}L${place24(0)} ${sand}Z`, '#bcd3ea') +
    stroke(line, palette.blue, 5)
  );
}

function hours(): string {
  const labels = [0, 6, 12, 18, 24].map(
    (hour) =>
      stroke(`M${place24(hour)} ${sand}V${sand + 12}`, palette.brass, 3) +
      drawText({ x: place24(hour), y: sand + 48 }, String(hour).padStart(2, '0'), {
        fill: palette.brass,
        weight: 600,
      }),
  );
  return stroke(`M${place24(0)} ${sand}H${place24(24)}`, palette.brass, 3) + labels.join('');
}

function clockFace(t: number, hour: number): string {
  const minutes = Math.floor((hour * 60) / 10) * 10;
  const text = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return drawText({ x: 920, y: 66 }, text, {
    size: 46,
    serif: true,
    anchor: 'end',
    fill: palette.blue,
    opacity: during(t, 8, 32.2),
  });
}

function boat(t: number, hour: number): string {
  const back = progress(t, 43.2, 44.4);
  const shown = back > 0 ? 10.5 : hour;
  const at = surface(shown);
  const level = levelAt(shown);
  const afloat = Math.min(1, level * 8);
  const sway = Math.sin(t * 1.7) * 2.2 * afloat;
  const scale = back > 0 ? 0.9 + 0.75 * back : 0.9;
  const opacity = back > 0 ? back : 1 - progress(t, 32.2, 33);
  const drawing = [
    stroke('M-17 0L-20 22M17 0L20 22', palette.ink, 5),
    shape('M-46 -22H46C42 -4 32 6 18 8H-18C-32 6 -42 -4 -46 -22Z', palette.green),
    stroke('M-44 -15H44', palette.glow, 4),
    stroke('M0 -22V-84', palette.ink, 4),
    shape('M5 -82C30 -66 38 -48 38 -30H5Z', palette.red),
    shape('M-5 -74C-24 -60 -28 -46 -28 -30H-5Z', '#e6ddc8', { stroke: palette.line, 'stroke-width': 2 }),
  ].join('');
  const keelDepth = 22 * scale;
  const y = Math.min(sand - keelDepth, at.y + 4);
  const x = Math.max(at.x, 62);
  return group(opacity, place({ x, y }, drawing, scale, sway));
}

function marks(t: number): string {
  return [
    band(t, 32.4, 38, 0, 6.5, palette.blue) + band(t, 32.4, 38, 18.4, 24, palette.blue),
    label(t, 33, 38, [0, 6.5], ['40 MB', 'video'], palette.blue, 256),
    label(t, 33, 38, [18.4, 24], ['photos,', 'backup'], palette.blue, 256),
    label(t, 33, 50, [0, 24], ['High, shallow, dry'], palette.ink, 62, 38),
    band(t, 38.2, 43.6, 6.5, 9, palette.brass) + band(t, 38.2, 43.6, 13.9, 18.2, palette.brass),
    label(t, 38.6, 43.6, [6.4, 9.1], ['note'], palette.brass, 172),
    label(t, 38.6, 43.6, [13.9, 18.2], ['an order', '2 kB'], palette.brass, 172),
    band(t, 43.8, 49.8, 9, 12, palette.red),
    ending(t),
  ].join('');
}

function band(t: number, from: number, to: number, start: number, end: number, colour: string): string {
  const opacity = during(t, from, to);
  const x = place24(start);
  const width = place24(end) - x;
  return group(
    opacity,
    box(x, highest - 34, width, sand - highest + 34, colour, 10, { opacity: 0.16 }),
    box(x, sand, width, 7, colour),
  );
}

function label(
  t: number,
  from: number,
  to: number,
  span: readonly [number, number],
  lines: readonly string[],
  colour: string,
  y: number,
  size = 32,
): string {
  const x = (place24(span[0]) + place24(span[1])) / 2;
  return group(
    during(t, from, to),
    ...lines.map((line, i) =>
      drawText({ x, y: y + i * 38 }, line, { fill: colour, weight: 600, size, serif: size > 34 }),
    ),
  );
}

function ending(t: number): string {
  const stages: readonly (readonly [
    at: number,
    hours: readonly [number, number],
    text: string,
    colour: string,
    y: number,
  ])[] = [
    [50.2, [0, 6.5], 'high', palette.blue, 280],
    [51, [14.5, 17.3], 'shallow', palette.brass, 246],
    [51.8, [9, 12], 'dry', palette.red, 160],
  ];
  return stages.map(([at, span, text, colour, y]) => label(t, at, 60, span, [text], colour, y, 34)).join('');
}
