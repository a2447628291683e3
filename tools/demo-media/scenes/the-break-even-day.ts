import { box, drawText, group, place, round, stroke, tag } from '../drawing/draw.ts';
import { palette } from '../drawing/palette.ts';
import type { Scene } from '../drawing/scene.ts';
import { along, clamp, during, progress } from '../drawing/timing.ts';

const fixedCosts = 3600;
const contribution = 4.5;
const salesToBreakEven = fixedCosts / contribution;
const openDays = 25;
const salesInColumn = salesToBreakEven / openDays;
const cell = { width: 17, height: 9 };
const grid = { x: 48, y: 112, width: openDays * cell.width, height: salesInColumn * cell.height };
const foot = grid.y + grid.height;

/** Fixed costs as a box that each sale's contribution fills, and the day on which it is full. */
export const theBreakEvenDay: Scene = {
  name: 'the-break-even-day',
  course: 'course-2',
  seconds: 59,
  title: {
    heading: 'The break-even day',
    lead: 'On which day does the month begin to earn?',
    ground: palette.umber,
    until: 4,
  },
  captionGround: palette.umber,
  captionInk: palette.paper,
  captions: [
    { from: 4, to: 8.6, lines: ['Rent and wages: 3,600 every month,', 'whether anyone comes in or not.'] },
    { from: 8.6, to: 13.4, lines: ['Think of them as an empty box', 'that the month has to fill.'] },
    {
      from: 13.4,
      to: 18.2,
      lines: ['A sale pays for its own goods first.', 'What is left, 4.50, goes into the box.'],
    },
    { from: 18.2, to: 23, lines: ['3,600 ÷ 4.50 = 800.', 'The box holds 800 sales.'] },
    { from: 23, to: 27.4, lines: ['The shop is open on 25 days:', '800 ÷ 25 = 32 sales a day.'] },
    {
      from: 27.4,
      to: 35,
      lines: ['At 32 a day, the box is full', 'on the last evening. Nothing is left over.'],
    },
    { from: 35.4, to: 42.4, lines: ['At 40 a day, the box is full', 'on the evening of day 20.'] },
    { from: 42.4, to: 48.4, lines: ['From day 21 on, every 4.50', 'belongs to the shop.'] },
    { from: 48.4, to: 53.2, lines: ['5 days × 40 sales × 4.50', '= 900 earned this month.'] },
    { from: 53.2, to: 58.8, lines: ['Day 20 is this shop’s break-even day.', 'Which one is yours?'] },
  ],
  draw,
};

function draw(t: number): string {
  return [
    box(0, 0, 960, 540, palette.paper),
    tag('defs', {}, cells('due', palette.brass), cells('earned', palette.green)),
    heading(),
    month(t),
    oneSale(t),
    numbers(t),
  ].join('');
}

function cells(id: string, colour: string): string {
  return tag(
    'pattern',
    { id, x: grid.x, y: grid.y, width: cell.width, height: cell.height, patternUnits: 'userSpaceOnUse' },
    box(1, 1, cell.width - 2, cell.height - 2, colour, 1),
  );
}

function heading(): string {
  return drawText({ x: grid.x, y: 72 }, 'Fixed costs: 3,600', { size: 38, serif: true, anchor: 'start' });
}

/** The number of sales in the month so far: one, then a month at 32 a day, then one at 40 a day. */
function salesAt(t: number): number {
  if (t < 27.4) return t > 17 ? 1 : 0;
  if (t < 35.2)
    return along(t, [
      [27.6, 0],
      [33.4, 800],
    ]);
  return along(t, [
    [35.8, 0],
    [41, 800],
    [43, 800],
    [47.2, 1000],
  ]);
}

function month(t: number): string {
  const outline = progress(t, 5.2, 7.4);
  const sales = salesAt(t);
  const due = Math.min(sales, salesToBreakEven);
  const earned = Math.max(0, sales - salesToBreakEven);
  const full = progress(due, salesToBreakEven - 6, salesToBreakEven);
  return [
    group(progress(t, 5, 5.6), box(grid.x, grid.y, grid.width, grid.height, palette.sunken)),
    group(during(t, 19, 23.4) * 0.4, box(grid.x, grid.y, grid.width, grid.height, 'url(#due)')),
    group(during(t, 23.4, 27.4), dayColumns(t)),
    filled(due, grid.x, salesInColumn, 'url(#due)'),
    filled(earned, grid.x + grid.width + 2 * cell.width, 40, 'url(#earned)'),
    stroke(
      `M${grid.x} ${grid.y}V${foot}H${grid.x + grid.width}V${grid.y}`,
      full > 0.5 ? palette.brass : palette.ink,
      6,
      {
        pathLength: 1,
        'stroke-dasharray': `${round(outline)} 2`,
        'stroke-linecap': 'butt',
        opacity: outline > 0 ? 1 : 0,
      },
    ),
  ].join('');
}

function dayColumns(t: number): string {
  const shown = Math.floor(progress(t, 23.6, 26) * openDays);
  let columns = '';
  for (let day = 0; day < shown; day += 1) {
    columns += box(
      grid.x + day * cell.width + 2,
      grid.y + 6,
      cell.width - 4,
      grid.height - 10,
      palette.glow,
      3,
      {
        opacity: day % 2 === 0 ? 0.9 : 0.6,
      },
    );
  }
  return columns;
}

function filled(sales: number, x: number, perColumn: number, fill: string): string {
  const whole = Math.floor(clamp(sales, 0, 10_000));
  const columns = Math.floor(whole / perColumn);
  const rest = whole % perColumn;
  return [
    columns > 0
      ? box(x, foot - perColumn * cell.height, columns * cell.width, perColumn * cell.height, fill)
      : '',
    rest > 0
      ? box(x + columns * cell.width, foot - rest * cell.height, cell.width, rest * cell.height, fill)
      : '',
  ].join('');
}

function oneSale(t: number): string {
  const shown = during(t, 13.2, 18.4);
  const split = progress(t, 14.6, 15.6);
  const travel = progress(t, 15.9, 17.1);
  const start = { x: 700 + split * 4, y: 150 };
  const x = start.x + (grid.x + cell.width / 2 - start.x) * travel;
  const y = start.y + (foot - 6 - start.y) * travel - Math.sin(Math.PI * travel) * 60;
  return group(
    shown,
    drawText({ x: 720, y: 74 }, 'one sale', { size: 34, serif: true }),
    box(560, 110, 140 - split * 6, 84, palette.line, 10),
    drawText({ x: 627, y: 164 }, 'goods', { size: 32 }),
    place({ x, y }, sharePart(travel), 1 - travel * 0.86),
    drawText({ x: 720, y: 260 }, 'what is left', {
      fill: palette.brass,
      opacity: split * (1 - travel),
      weight: 600,
    }),
  );
}

function sharePart(travel: number): string {
  return (
    box(0, -40, 180, 84, palette.brass, 10) +
    drawText({ x: 90, y: 16 }, '4.50', {
      size: 40,
      fill: palette.paper,
      weight: 700,
      opacity: 1 - clamp(travel * 3),
    })
  );
}

function numbers(t: number): string {
  const right = 720;
  const day = t < 35.2 ? Math.ceil(salesAt(t) / salesInColumn) : Math.ceil(salesAt(t) / 40);
  const counting = Math.max(during(t, 27.6, 35.2), progress(t, 35.6, 36));
  const pace = t < 35.2 ? '32 a day' : '40 a day';
  const earned = Math.floor(Math.max(0, salesAt(t) - salesToBreakEven) / 2) * 2 * contribution;
  return [
    group(
      during(t, 18.4, 23),
      big(right, 200, '800'),
      drawText({ x: right, y: 262 }, 'sales fill the box', { size: 34 }),
    ),
    group(
      during(t, 23.4, 27.4),
      big(right, 200, '32'),
      drawText({ x: right, y: 262 }, 'sales in each of 25 days', { size: 34 }),
    ),
    group(
      counting,
      drawText({ x: 770, y: 110 }, pace, { size: 38, weight: 600 }),
      drawText({ x: 770, y: 196 }, `Day ${Math.max(1, day)}`, { size: 72, serif: true, fill: palette.brass }),
    ),
    group(during(t, 33.4, 35.2), drawText({ x: 770, y: 290 }, 'left over: 0', { size: 38, weight: 600 })),
    group(
      progress(t, 43, 43.6),
      drawText({ x: 770, y: 290 }, 'earned', { size: 36, weight: 500, fill: palette.green }),
      drawText({ x: 770, y: 362 }, String(Math.round(earned)), {
        size: 72,
        serif: true,
        fill: palette.green,
      }),
    ),
    group(
      during(t, 41, 43, 0.3),
      drawText({ x: 770, y: 290 }, 'full', { size: 46, serif: true, fill: palette.brass }),
    ),
  ].join('');
}

function big(x: number, y: number, text: string): string {
  return drawText({ x, y }, text, { size: 110, serif: true, fill: palette.brass });
}
