import {
  box,
  dot,
  drawText,
  group,
  type Point,
  polyline,
  round,
  stroke,
  type TextStyle,
} from '../drawing/draw.ts';
import { palette } from '../drawing/palette.ts';
import type { Scene } from '../drawing/scene.ts';
import { renderTones } from '../drawing/sound.ts';
import { during, progress, steady } from '../drawing/timing.ts';

const toneFrequency = 1200;
const enoughRate = 9600;
const fewRate = 1600;
const justEnoughRate = 3200;
const falseFrequency = fewRate - toneFrequency;

const left = 60;
const width = 840;
const middle = 238;
const height = 110;
const shownSeconds = 6 / toneFrequency;
/** The phase of the tone at the left edge, in turns. */
const startTurn = 0.09;
const pure: readonly number[] = [1];
/** The alias tone is lower, and small speakers are weak there: it is played a little louder. */
const strongest: readonly number[] = [1.35];

/** A tone sampled often enough is reproduced; sampled too rarely it becomes another tone. */
export const sampling: Scene = {
  name: 'sampling',
  course: 'course-3',
  seconds: 52,
  title: {
    heading: 'Sampling',
    lead: 'How a curve becomes a row of dots',
    ground: palette.night,
    until: 3.6,
  },
  captionGround: palette.nightDeep,
  captionInk: palette.paper,
  captions: [
    {
      from: 3.6,
      to: 8.6,
      lines: ['A tone of 1,200 hertz.', 'Here are six of its swings.'],
      heard: 'a steady high tone, 1,200 hertz',
    },
    {
      from: 8.6,
      to: 13.4,
      lines: ['A recorder cannot keep a curve.', 'It measures, at even steps, and keeps dots.'],
    },
    {
      from: 13.4,
      to: 19.2,
      lines: ['9,600 dots a second: eight in every swing.', 'Play them, and the tone comes back.'],
      heard: 'the same tone, 1,200 hertz',
    },
    { from: 19.2, to: 24.4, lines: ['Now a thriftier recorder:', 'only 1,600 dots a second.'] },
    { from: 24.4, to: 29, lines: ['Every dot lies on the true curve.', 'None of them is wrong.'] },
    {
      from: 29,
      to: 35.2,
      lines: ['But played back, they make a slower wave', 'that was never in the room.'],
      heard: 'a lower, false tone, 400 hertz',
    },
    {
      from: 35.2,
      to: 41.6,
      lines: ['What went in: 1,200 hertz.', 'What came out: 400. An alias.'],
      heard: '1,200 hertz, then 400 hertz',
    },
    {
      from: 41.6,
      to: 46.4,
      lines: ['The rule: more than two dots', 'for every swing you want to keep.'],
      heard: 'the true tone again, 1,200 hertz',
    },
    {
      from: 46.4,
      to: 51.8,
      lines: ['Ears reach to about 20,000 hertz,', 'so a CD keeps 44,100 dots a second.'],
    },
  ],
  draw,
  sound: () =>
    renderTones(
      [
        { from: 4, to: 8, frequency: toneFrequency, partials: pure },
        { from: 15.4, to: 18.8, frequency: toneFrequency, partials: pure },
        { from: 30.6, to: 34.8, frequency: falseFrequency, partials: strongest },
        { from: 35.8, to: 38, frequency: toneFrequency, partials: pure },
        { from: 44.2, to: 46.4, frequency: toneFrequency, partials: pure },
        { from: 38.6, to: 41.2, frequency: falseFrequency, partials: strongest },
      ],
      52,
    ),
};

function draw(t: number): string {
  const faint = progress(t, 13.4, 14.2) - progress(t, 19.2, 19.8) * 0.4;
  const beforeFew = t < 19.4;
  return [
    box(0, 0, 960, 540, palette.night),
    stroke(`M${left - 20} ${middle}H${left + width + 20}`, '#4a659a', 3),
    group(1 - 0.62 * faint, stroke(trueCurve(progress(t, 4, 7.4)), palette.blueOnDark, 6)),
    beforeFew ? enough(t) : few(t),
    justEnough(t),
    readings(t),
    signs(t),
  ].join('');
}

function xAt(seconds: number): number {
  return left + (seconds / shownSeconds) * width;
}

function toneAt(seconds: number): number {
  return Math.sin(2 * Math.PI * (toneFrequency * seconds + startTurn));
}

/** The slow wave through the same few samples: the tone, sampled once every 1/1,600 of a second. */
function falseAt(seconds: number): number {
  return -Math.sin(2 * Math.PI * (falseFrequency * seconds - startTurn));
}

function curve(wave: (seconds: number) => number, share: number): string {
  const points: Point[] = [];
  for (let x = 0; x <= width * share; x += 3) {
    points.push({ x: left + x, y: middle - height * wave((x / width) * shownSeconds) });
  }
  return points.length < 2 ? '' : polyline(points);
}

function trueCurve(share: number): string {
  return curve(toneAt, share);
}

function measured(rate: number, shown: number, stems: number, radius: number): string {
  const count = Math.round(shownSeconds * rate);
  let drawing = '';
  for (let i = 0; i <= count; i += 1) {
    const at = { x: xAt(i / rate), y: middle - height * toneAt(i / rate) };
    const size = progress(shown * (count + 3), i, i + 2);
    if (size <= 0) continue;
    drawing += group(
      stems,
      stroke(`M${round(at.x)} ${middle}V${round(at.y)}`, palette.glow, 3, { opacity: 0.55 }),
    );
    drawing += dot(at, radius * size, palette.glow);
  }
  return drawing;
}

function enough(t: number): string {
  const back = progress(t, 14.2, 16.8);
  return group(
    1 - progress(t, 18.8, 19.3),
    stroke(curve(toneAt, back), palette.greenOnDark, 6, { opacity: back > 0 ? 1 : 0 }),
    measured(enoughRate, steady(t, 9, 12.8), 1 - progress(t, 14.2, 15), 7),
  );
}

function few(t: number): string {
  const back = progress(t, 29.4, 32.4);
  const stems = 1 - progress(t, 29, 29.8);
  return group(
    1 - progress(t, 41.2, 41.8),
    stroke(curve(falseAt, back), palette.redOnDark, 7, { opacity: back > 0 ? 1 : 0 }),
    measured(fewRate, steady(t, 20, 23.4), stems, 12),
    group(
      during(t, 25, 29),
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) =>
        dot({ x: xAt(i / fewRate), y: middle - height * toneAt(i / fewRate) }, 19, 'none', {
          stroke: palette.paper,
          'stroke-width': 3,
          opacity: progress(t, 25 + i * 0.2, 25.4 + i * 0.2),
        }),
      ),
    ),
  );
}

function justEnough(t: number): string {
  const back = progress(t, 43.8, 45.8);
  return [
    stroke(curve(toneAt, back), palette.greenOnDark, 6, { opacity: back > 0 ? 1 : 0 }),
    measured(justEnoughRate, steady(t, 41.8, 43.8), 1 - progress(t, 43.8, 44.4), 10),
  ].join('');
}

function readings(t: number): string {
  const place = { x: left, y: 74 };
  const style = { size: 42, serif: true, anchor: 'start' } satisfies TextStyle;
  return [
    drawText(place, '1,200 hertz', { ...style, fill: palette.blueOnDark, opacity: during(t, 4, 8.8) }),
    drawText(place, '9,600 dots a second', { ...style, fill: palette.glow, opacity: during(t, 9, 19.3) }),
    drawText(place, '1,600 dots a second', { ...style, fill: palette.glow, opacity: during(t, 19.8, 35.2) }),
    drawText(place, 'in: 1,200', { ...style, fill: palette.blueOnDark, opacity: during(t, 35.4, 41.8) }),
    drawText({ x: left + width, y: 74 }, 'out: 400', {
      ...style,
      anchor: 'end',
      fill: palette.redOnDark,
      opacity: during(t, 38.4, 41.8),
    }),
    drawText({ x: 480, y: 74 }, 'more than 2 dots a swing', {
      ...style,
      anchor: 'middle',
      fill: palette.glow,
      opacity: during(t, 42, 46.6),
    }),
    drawText({ x: 480, y: 74 }, '2 × 20,000 < 44,100', {
      ...style,
      anchor: 'middle',
      fill: palette.glow,
      opacity: progress(t, 46.8, 47.4),
    }),
  ].join('');
}

/** A small icon beside the reading that indicates sound. */
function signs(t: number): string {
  const heard = [during(t, 4, 8), during(t, 15.4, 18.8), during(t, 30.6, 34.8), during(t, 44.2, 46.4)].reduce(
    (most, one) => Math.max(most, one),
    0,
  );
  return group(
    heard,
    stroke('M846 50V72H858L876 86V36L858 50Z', palette.paper, 4),
    stroke('M888 48Q898 61 888 74M898 38Q914 61 898 84', palette.paper, 4),
  );
}
