import {
  box,
  cross,
  dot,
  drawText,
  group,
  onCurve,
  onLine,
  type Point,
  place,
  polyline,
  round,
  shape,
  stroke,
  tag,
  tick,
} from '../drawing/draw.ts';
import { palette } from '../drawing/palette.ts';
import type { Scene } from '../drawing/scene.ts';
import { along, during, progress, steady } from '../drawing/timing.ts';

const rail = 330;
const towerTop: Point = { x: 660, y: 138 };
const cable: readonly Point[] = [
  { x: 660, y: rail },
  { x: 660, y: 388 },
  { x: 845, y: 388 },
  { x: 845, y: rail },
];

/** A request leaves a phone on a train, travels to a server and back, and is lost in a tunnel. */
export const whereTheSignalGoes: Scene = {
  name: 'where-the-signal-goes',
  course: 'course-1',
  seconds: 58,
  title: {
    heading: 'Where the signal goes',
    lead: 'One tap on a train, and the road it takes',
    ground: palette.forest,
    until: 4,
  },
  captionGround: palette.forestDeep,
  captionInk: palette.paper,
  captions: [
    {
      from: 4,
      to: 8.6,
      lines: ['A tap on a phone becomes a request:', 'a few hundred bytes that want to travel.'],
    },
    { from: 8.6, to: 13.2, lines: ['First by radio, through the air,', 'to a tower nearby.'] },
    { from: 13.2, to: 17.8, lines: ['Then as light in a glass fibre,', 'under fields and streets.'] },
    { from: 17.8, to: 22, lines: ['The server reads it, writes it down', 'and answers.'] },
    {
      from: 22,
      to: 26.6,
      lines: ['The answer takes the same road home:', 'often in under a tenth of a second.'],
    },
    { from: 26.6, to: 29.4, lines: ['If every part of the road holds.'] },
    { from: 29.4, to: 36.6, lines: ['Any part can fail,', 'and the phone cannot see which.'] },
    {
      from: 36.6,
      to: 41.4,
      lines: ['And sometimes there is no road at all:', 'rock does not carry radio this far.'],
    },
    { from: 41.4, to: 46.6, lines: ['So the app keeps the edit on the phone', 'and waits.'] },
    {
      from: 46.6,
      to: 52.4,
      lines: ['Out of the tunnel, the edit sets out again,', 'and nobody had to ask it to.'],
    },
    { from: 52.4, to: 57.8, lines: ['Losing the road is normal.', 'Losing the edit must not be.'] },
  ],
  draw,
};

function draw(t: number): string {
  const train = trainAt(t);
  return [
    landscape(),
    tunnel(),
    tower(t),
    server(t),
    fibre(t),
    place({ x: train, y: rail }, trainDrawing()),
    labels(t),
    radioRings(t),
    journeys(t, phoneAt(train)),
    failures(t, phoneAt(train)),
    lostInRock(t, phoneAt(train)),
    phone(t, train),
  ].join('');
}

function trainAt(t: number): number {
  return along(t, [
    [3, 40],
    [28, 96],
    [35.4, 108],
    [39, 366],
    [45.6, 378],
    [49.4, 606],
    [58, 612],
  ]);
}

function phoneAt(train: number): Point {
  return { x: train + 112, y: rail - 34 };
}

function landscape(): string {
  const stars = [
    [70, 60],
    [215, 34],
    [330, 96],
    [505, 48],
    [590, 88],
    [770, 52],
    [905, 104],
    [420, 150],
  ].map(([x, y]) => dot({ x: x ?? 0, y: y ?? 0 }, 2, palette.greenOnDark));
  return [
    box(0, 0, 960, 540, palette.forest),
    ...stars,
    shape('M0 270C120 220 230 250 330 262S620 200 760 238S900 230 960 214V340H0Z', '#143a2d'),
    shape(`M232 ${rail}C300 ${rail} 318 200 472 196S640 ${rail} 712 ${rail}Z`, '#1d5242'),
    box(0, rail, 960, 110, '#0b2018'),
    stroke(`M0 ${rail + 3}H960`, '#7f9a8d', 4),
  ].join('');
}

function tunnel(): string {
  return [
    box(352, 264, 240, rail - 264, palette.forestDeep),
    box(344, 256, 14, rail - 256, '#3d7060', 3),
    box(586, 256, 14, rail - 256, '#3d7060', 3),
  ].join('');
}

function trainDrawing(): string {
  const coach = (x: number): string =>
    box(x, -56, 98, 46, palette.paper, 8) +
    box(x, -22, 98, 6, palette.red) +
    [10, 32, 54, 76].map((w) => box(x + w, -46, 14, 15, palette.glow, 3)).join('') +
    dot({ x: x + 22, y: -6 }, 7, '#7f9a8d') +
    dot({ x: x + 76, y: -6 }, 7, '#7f9a8d');
  return coach(0) + coach(104) + stroke('M98 -18H104', '#7f9a8d', 4);
}

function tower(t: number): string {
  const lit = during(t, 11, 14.5) + during(t, 24, 26);
  return [
    stroke(
      `M640 ${rail}L660 150L680 ${rail}M646 280H674M651 230H669M644 ${rail - 26}L674 280M676 ${rail - 26}L646 280M650 280L669 230M670 280L651 230`,
      '#a9beb3',
      4,
    ),
    dot(towerTop, 11, '#a9beb3'),
    group(lit, dot(towerTop, 13, palette.glow)),
  ].join('');
}

function server(t: number): string {
  const busy = Math.max(during(t, 17.6, 22.4), during(t, 51.2, 55));
  const lights = [0, 1, 2, 3].map(
    (row) =>
      box(816, 232 + row * 24, 76, 15, '#0b2018', 4) +
      dot({ x: 828, y: 239.5 + row * 24 }, 4, palette.greenOnDark) +
      group(
        busy,
        box(842, 236 + row * 24, 42 * steady(t % 1.2, row * 0.2, 0.5 + row * 0.2), 7, palette.glow, 3),
      ),
  );
  return box(804, 218, 100, rail - 218, '#a9beb3', 6) + lights.join('');
}

function fibre(t: number): string {
  const light = Math.max(during(t, 13.6, 18), during(t, 22.2, 24.6), during(t, 50, 51.6));
  return (
    stroke(polyline(cable), '#3d7060', 6) + group(light * 0.7, stroke(polyline(cable), palette.blueOnDark, 6))
  );
}

function labels(t: number): string {
  const ink = '#d9e5de';
  const shown = 1 - progress(t, 28.6, 29.2);
  return group(
    shown,
    drawText({ x: 660, y: 108 }, 'tower', { fill: ink, opacity: progress(t, 10.8, 11.4) }),
    drawText({ x: 752, y: 376 }, 'fibre', { fill: ink, opacity: progress(t, 14, 14.6) }),
    drawText({ x: 854, y: 202 }, 'server', { fill: ink, opacity: progress(t, 17.2, 17.8) }),
  );
}

function radioRings(t: number): string {
  return [
    ring(phoneAt(trainAt(t)), t, 8.8, 11),
    ring(towerTop, t, 23.6, 25.6),
    ring(phoneAt(trainAt(t)), t, 49.2, 50.6),
  ].join('');
}

function ring(at: Point, t: number, from: number, to: number): string {
  return [0, 0.5, 1]
    .map((late) => {
      const share = steady(t, from + late, to + late * 0.6);
      if (share <= 0 || share >= 1) return '';
      return tag('circle', {
        cx: at.x,
        cy: at.y,
        r: 14 + share * 74,
        fill: 'none',
        stroke: palette.glow,
        'stroke-width': 3,
        opacity: (1 - share) * 0.8,
      });
    })
    .join('');
}

function journeys(t: number, from: Point): string {
  return [
    parcel(byAir(from, progress(t, 9.2, 12)), palette.glow, during(t, 9, 12.6)),
    parcel(onLine(cable, progress(t, 13.8, 17.4)), palette.glow, during(t, 13.4, 17.8)),
    parcel(onLine(cable, 1 - progress(t, 22.2, 24)), palette.greenOnDark, during(t, 22, 24.2)),
    parcel(byAir(from, 1 - progress(t, 24.2, 26)), palette.greenOnDark, during(t, 24, 26.3)),
    parcel(straight(from, towerTop, progress(t, 49.3, 50.2)), palette.glow, during(t, 49.1, 50.4, 0.2)),
    parcel(onLine(cable, progress(t, 50.2, 51.3)), palette.glow, during(t, 50, 51.5, 0.2)),
    parcel(onLine(cable, 1 - progress(t, 51.9, 52.8)), palette.greenOnDark, during(t, 51.8, 53, 0.2)),
    parcel(
      straight(from, towerTop, 1 - progress(t, 52.8, 53.6)),
      palette.greenOnDark,
      during(t, 52.7, 53.9, 0.2),
    ),
  ].join('');
}

function byAir(from: Point, share: number): Point {
  return onCurve(from, { x: 420, y: 60 }, towerTop, share);
}

function straight(from: Point, to: Point, share: number): Point {
  return onLine([from, to], share);
}

function parcel(at: Point, colour: string, opacity: number): string {
  return group(opacity, dot(at, 18, colour, { opacity: 0.3 }), dot(at, 10, colour));
}

function failures(t: number, from: Point): string {
  const marks: readonly (readonly [at: number, where: Point, label: Point, text: string])[] = [
    [29.6, byAir(from, 0.5), { x: 410, y: 96 }, 'weak radio'],
    [31, towerTop, { x: 660, y: 108 }, 'full tower'],
    [32.4, { x: 752, y: 388 }, { x: 752, y: 366 }, 'cut cable'],
    [33.8, { x: 854, y: 274 }, { x: 854, y: 202 }, 'restart'],
  ];
  const road = stroke(
    polyline([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].map((s) => byAir(from, s))),
    palette.redOnDark,
    3,
    { 'stroke-dasharray': '2 12' },
  );
  return group(
    during(t, 29.2, 36.6),
    road,
    ...marks.map(([at, where, label, text]) =>
      group(
        progress(t, at, at + 0.4),
        cross(where, progress(t, at, at + 0.5), palette.redOnDark),
        drawText(label, text, { fill: palette.redOnDark, weight: 600 }),
      ),
    ),
  );
}

function lostInRock(t: number, from: Point): string {
  return [39, 39.8, 40.6]
    .map((at, i) => {
      const share = progress(t, at, at + 0.7);
      const end = { x: from.x - 40 + i * 44, y: 238 };
      const here = onLine([from, end], share);
      return (
        parcel(here, palette.glow, during(t, at, at + 0.8, 0.2)) +
        group(during(t, at + 0.6, 43), cross(end, progress(t, at + 0.6, at + 0.9), palette.redOnDark, 9))
      );
    })
    .join('');
}

function phone(t: number, train: number): string {
  const inRock = t > 36;
  const at = Math.min(train + 46, 470);
  const top = inRock ? 16 : 70;
  const storedOpacity = during(t, 41.4, 53.9);
  const saved = Math.max(during(t, 26.2, 28.8), progress(t, 53.6, 54));
  const pressed = during(t, 6.2, 6.9, 0.3) > 0.5;
  const beam = `M${round(at + 52)} ${top + 176}L${round(train + 112)} ${rail - 58}L${round(at + 92)} ${top + 176}Z`;
  return group(
    Math.max(during(t, 3, 28.8), progress(t, 41.4, 41.8)),
    shape(beam, palette.paper, { opacity: 0.25 }),
    box(at, top, 150, 180, palette.ink, 18, { stroke: '#a9beb3', 'stroke-width': 4 }),
    box(at + 12, top + 14, 126, 152, palette.paper, 8),
    group(
      inRock ? 0 : 1 - saved,
      box(at + 24, top + 64, 102, 56, pressed ? palette.brass : palette.green, 12),
      drawText({ x: at + 75, y: top + 102 }, 'Save', { fill: palette.paper, weight: 600 }),
    ),
    group(
      storedOpacity * (1 - saved),
      drawText({ x: at + 75, y: top + 62 }, 'kept', { fill: palette.brass, weight: 600 }),
      box(at + 32, top + 82, 86, 62, palette.glow, 8),
      stroke(
        `M${round(at + 46)} ${top + 104}H${round(at + 104)}M${round(at + 46)} ${top + 122}H${round(at + 88)}`,
        palette.brass,
        5,
      ),
    ),
    group(
      saved,
      drawText({ x: at + 75, y: top + 62 }, 'saved', { fill: palette.green, weight: 600 }),
      tick({ x: at + 75, y: top + 112 }, saved, palette.green, 30),
    ),
  );
}
