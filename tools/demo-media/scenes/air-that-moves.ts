import { box, dot, drawText, group, type Point, polyline, round, shape, stroke } from '../drawing/draw.ts';
import { palette } from '../drawing/palette.ts';
import type { Scene } from '../drawing/scene.ts';
import { renderTones } from '../drawing/sound.ts';
import { during, ease, progress } from '../drawing/timing.ts';

const tube = { left: 176, right: 960, top: 84, bottom: 262 };
const waveSpeed = 240;
const curveMiddle = 352;
/** Air, cone and curve are drawn on every second frame: fewer drawings reduce the size of the video. */
const drawingsPerSecond = 12;
const columns = 27;
const rows = 4;
const speck = { column: 12, row: 2 };

/** A soft tone: quiet overtones make the low notes audible on a phone's small speaker. */
const timbre: readonly number[] = [0.8, 0.15, 0.05];

interface Note {
  from: number;
  to: number;
  frequency: number;
  shown: number;
  reach: number;
}

/** The notes, and the movement of the cone in the image: slowed down, but in proportion. */
const notes: readonly Note[] = [
  { from: 22.8, to: 27.2, frequency: 110, shown: 0.375, reach: 46 },
  { from: 27.8, to: 32.2, frequency: 220, shown: 0.75, reach: 23 },
  { from: 32.8, to: 37.2, frequency: 440, shown: 1.5, reach: 11.5 },
];
/** The same notes once more at the end, as sound only; the air in the image is at rest. */
const farewell = [
  { from: 38.4, to: 39.6, frequency: 110 },
  { from: 39.6, to: 40.8, frequency: 220 },
  { from: 40.8, to: 42.4, frequency: 440 },
];

/** A cone pushes air: regions of high and low pressure travel on, and make a tone. */
export const airThatMoves: Scene = {
  name: 'air-that-moves',
  course: 'course-3',
  seconds: 43.5,
  title: {
    heading: 'Air that moves',
    lead: 'What a loudspeaker does to a room',
    ground: palette.night,
    until: 3.6,
  },
  captionGround: palette.nightDeep,
  captionInk: palette.paper,
  captions: [
    {
      from: 3.6,
      to: 8.2,
      lines: ['The cone moves out and squeezes the air.', 'The squeeze travels on: compression.'],
    },
    {
      from: 8.2,
      to: 12.8,
      lines: ['The cone moves back. The air there grows', 'thin, and that travels too: rarefaction.'],
    },
    { from: 12.8, to: 17.2, lines: ['Out and back, again and again:', 'now it is a wave.'] },
    {
      from: 17.2,
      to: 22.4,
      lines: ['Watch the bright speck. It stays near home.', 'The push travels; the air does not.'],
    },
    {
      from: 22.6,
      to: 27.4,
      lines: ['110 times a second: a low A.', '(Shown about 300 times slower.)'],
      heard: 'a low tone, 110 hertz',
    },
    {
      from: 27.6,
      to: 32.4,
      lines: ['220 times a second:', 'the A above it, one octave up.'],
      heard: 'a tone one octave higher, 220 hertz',
    },
    {
      from: 32.6,
      to: 37.6,
      lines: ['440 times a second:', 'the A that orchestras tune to.'],
      heard: 'a tone another octave higher, 440 hertz',
    },
    {
      from: 37.8,
      to: 43.3,
      lines: ['More pushes a second, shorter waves,', 'higher notes.'],
      heard: 'the three tones, one after the other',
    },
  ],
  draw,
  sound: () =>
    renderTones(
      [...notes, ...farewell].map((note) => ({ ...note, partials: timbre })),
      43.5,
    ),
};

function draw(t: number): string {
  const moment = Math.floor(t * drawingsPerSecond + 0.01) / drawingsPerSecond;
  return [
    box(0, 0, 960, 540, palette.night),
    box(tube.left - 40, tube.top - 14, 960, tube.bottom - tube.top + 28, '#17305a'),
    stroke(`M${tube.left - 40} ${tube.top - 14}H970M${tube.left - 40} ${tube.bottom + 14}H970`, '#5f7ba8', 4),
    air(moment, t),
    loudspeaker(coneAt(moment)),
    names(t),
    pressureCurve(moment),
    noteNames(t),
  ].join('');
}

/** The displacement of the cone from its rest position at a time, in pixels. */
function coneAt(t: number): number {
  const push = 52 * (ease((t - 4.4) / 0.9) - ease((t - 8.8) / 0.9));
  const slow = 44 * during(t, 13, 21.6, 0.6) * Math.sin(2 * Math.PI * 0.375 * (t - 13));
  const tones = notes.map(
    (note) =>
      note.reach * during(t, note.from, note.to, 0.35 / note.shown) * coneSwing(note.shown * (t - note.from)),
  );
  return push + slow + tones.reduce((sum, one) => sum + one, 0);
}

/** One period of the cone whose pressure has the timbre: the integral of the pressure over time. */
function coneSwing(turns: number): number {
  return -timbre.reduce(
    (sum, level, i) => sum + (level / (i + 1)) * Math.cos(2 * Math.PI * (i + 1) * turns),
    0,
  );
}

/** The displacement of the air that rests at x at a time: that of the cone when the wave started. */
function movedAt(x: number, t: number): number {
  return coneAt(t - (x - tube.left) / waveSpeed);
}

/** The compression (above 0) or rarefaction (below 0) of the air at x. */
function squeezeAt(x: number, t: number): number {
  return (movedAt(x - 3, t) - movedAt(x + 3, t)) / 6;
}

function air(moment: number, t: number): string {
  let dots = '';
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const rest = restOf(column, row);
      const at = { x: Math.round(rest.x + movedAt(rest.x, moment)), y: Math.round(rest.y) };
      if (at.x > 972) continue;
      dots += dot(at, 9, tint(squeezeAt(rest.x, moment)));
    }
  }
  const rest = restOf(speck.column, speck.row);
  const at = { x: rest.x + movedAt(rest.x, moment), y: rest.y };
  return dots + group(during(t, 17, 22.4), dot(at, 20, palette.red), dot(at, 14, palette.paper));
}

/** The rest position of an air particle: a grid with a small random offset. */
function restOf(column: number, row: number): Point {
  const shake = (seed: number): number => {
    const value = Math.sin(seed * 127.1 + column * 311.7 + row * 74.7) * 43_758.5453;
    return value - Math.floor(value) - 0.5;
  };
  return {
    x: tube.left + 12 + column * 30 + (row % 2) * 15,
    y: tube.top + 24 + row * 44 + shake(2) * 12,
  };
}

function tint(squeeze: number): string {
  if (squeeze > 0.14) return palette.glow;
  return '#88a6d8';
}

function loudspeaker(out: number): string {
  const mouth = tube.left - 20 + out;
  return [
    box(30, tube.top - 24, 76, tube.bottom - tube.top + 48, '#0a172c', 10, {
      stroke: '#5f7ba8',
      'stroke-width': 4,
    }),
    box(74, 138, 40, 70, '#5f7ba8', 6),
    shape(
      `M${round(108 + out)} 148L${round(mouth)} ${tube.top}V${tube.bottom}L${round(108 + out)} 198Z`,
      palette.paper,
    ),
    stroke(`M${round(mouth)} ${tube.top}V${tube.bottom}`, palette.glow, 7),
    stroke(
      `M106 ${tube.top - 10}L${round(mouth)} ${tube.top}M106 ${tube.bottom + 10}L${round(mouth)} ${tube.bottom}`,
      '#5f7ba8',
      5,
    ),
  ].join('');
}

function names(t: number): string {
  return [
    follower(t, 4.9, 8.4, 'compression', palette.glow),
    follower(t, 9.3, 12.8, 'rarefaction', palette.blueOnDark),
    group(
      progress(t, 4, 4.6),
      drawText({ x: 190, y: 322 }, 'squeezed', { anchor: 'start', fill: palette.glow }),
      drawText({ x: 190, y: 404 }, 'thin', { anchor: 'start', fill: palette.blueOnDark }),
    ),
  ].join('');
}

function follower(t: number, from: number, to: number, text: string, colour: string): string {
  const x = Math.min(830, Math.max(280, tube.left + (t - from) * waveSpeed));
  return drawText({ x, y: 48 }, text, { size: 36, fill: colour, weight: 600, opacity: during(t, from, to) });
}

function pressureCurve(t: number): string {
  const points: Point[] = [];
  for (let x = 340; x <= 960; x += 4) points.push({ x, y: curveMiddle - squeezeAt(x, t) * 100 });
  return group(
    progress(t, 4, 4.6),
    stroke(`M340 ${curveMiddle}H960`, '#5f7ba8', 2),
    stroke(polyline(points), palette.paper, 5),
  );
}

function noteNames(t: number): string {
  const named = notes.map((note) =>
    drawText({ x: 560, y: 50 }, `${note.frequency} hertz`, {
      size: 44,
      serif: true,
      fill: palette.paper,
      opacity: during(t, note.from, note.to + 0.4),
    }),
  );
  const last = farewell.map((tone, i) =>
    drawText({ x: 330 + i * 220, y: 50 }, String(tone.frequency), {
      size: 44,
      serif: true,
      fill: palette.glow,
      opacity: progress(t, tone.from, tone.from + 0.3),
    }),
  );
  return named.join('') + last.join('');
}
