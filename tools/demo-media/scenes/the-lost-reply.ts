import { box, cross, drawText, group, type Point, place, shape, stroke, tick } from '../drawing/draw.ts';
import { palette } from '../drawing/palette.ts';
import type { Scene } from '../drawing/scene.ts';
import { during, mix, progress } from '../drawing/timing.ts';

const phoneEdge: Point = { x: 306, y: 190 };
const serverEdge: Point = { x: 566, y: 190 };
const replyLane = 300;
const secondAct = 26.4;

/** A reply is lost and the phone sends again: two orders without a key, one order with it. */
export const theLostReply: Scene = {
  name: 'the-lost-reply',
  course: 'course-1',
  seconds: 59,
  title: {
    heading: 'The lost reply',
    lead: 'Why sending twice need not count twice',
    ground: palette.forest,
    until: 4,
  },
  captionGround: palette.forest,
  captionInk: palette.paper,
  captions: [
    { from: 4, to: 8, lines: ['A phone sends an order to the server:', 'twelve chairs.'] },
    { from: 8, to: 11.4, lines: ['The server writes it down', 'and sends a reply.'] },
    { from: 11.4, to: 14.6, lines: ['The reply is lost on the way.'] },
    {
      from: 14.6,
      to: 18.4,
      lines: ['The phone has heard nothing.', 'It does the sensible thing: it asks again.'],
    },
    {
      from: 18.4,
      to: 22.4,
      lines: ['The server sees an order like any other', 'and writes it down. Again.'],
    },
    { from: 22.4, to: 26.4, lines: ['24 chairs are coming,', 'and nobody made a mistake.'] },
    {
      from: 26.8,
      to: 31.4,
      lines: ['Once more, with a key. The phone makes it up', 'once and keeps it with the order.'],
    },
    { from: 31.4, to: 36, lines: ['The server writes down the order,', 'the key, and the receipt it gave.'] },
    { from: 36, to: 39.2, lines: ['Again the reply is lost.'] },
    { from: 39.2, to: 43.2, lines: ['The phone asks again:', 'same order, same key.'] },
    { from: 43.2, to: 47.6, lines: ['Now the server knows it: key 7f3 is done.', 'It writes nothing new.'] },
    { from: 47.6, to: 52, lines: ['It sends the stored receipt,', 'and this one arrives.'] },
    { from: 52, to: 58.8, lines: ['Sent twice, written once.', 'That is what an idempotency key is for.'] },
  ],
  draw,
};

function draw(t: number): string {
  return [box(0, 0, 960, 540, palette.paper), road(), phone(t), serverPage(t), act(t)].join('');
}

function road(): string {
  const dashes = { 'stroke-dasharray': '2 14' };
  return (
    stroke(`M${phoneEdge.x - 20} ${phoneEdge.y}H${serverEdge.x + 20}`, palette.line, 5, dashes) +
    stroke(`M${phoneEdge.x - 20} ${replyLane}H${serverEdge.x + 20}`, palette.line, 5, dashes)
  );
}

function phone(t: number): string {
  const keyed = progress(t, 27.6, 28.4);
  const status: readonly (readonly [from: number, to: number, text: string, colour: string])[] = [
    [5, 14.6, 'sent …', palette.inkSoft],
    [14.6, 16.4, 'no reply', palette.red],
    [16.4, secondAct, 'sent again …', palette.inkSoft],
    [29, 39.2, 'sent …', palette.inkSoft],
    [39.2, 40.8, 'no reply', palette.red],
    [40.8, 50.2, 'sent again …', palette.inkSoft],
    [50.2, 60, 'received', palette.green],
  ];
  return [
    drawText({ x: 170, y: 52 }, 'Phone', { size: 36, serif: true }),
    box(56, 72, 228, 336, palette.ink, 30),
    box(70, 90, 200, 300, '#ffffff', 16),
    drawText({ x: 170, y: 148 }, '12 chairs', { size: 36, weight: 600 }),
    group(keyed, keyTag({ x: 170, y: 194 })),
    ...status.map(([from, to, text, colour]) =>
      drawText({ x: 170, y: 280 }, text, { fill: colour, weight: 600, opacity: during(t, from, to, 0.25) }),
    ),
    tick({ x: 170, y: 336 }, progress(t, 50.4, 51), palette.green, 32),
  ].join('');
}

function keyTag(at: Point): string {
  return (
    box(at.x - 72, at.y - 25, 144, 48, palette.glow, 24) +
    drawText({ x: at.x, y: at.y + 10 }, 'key 7f3', { weight: 600 })
  );
}

function serverPage(t: number): string {
  const clean = 1 - during(t, 26, 26.9, 0.4);
  const first = t < secondAct ? progress(t, 8.4, 9.2) : progress(t, 31.8, 32.6);
  const again = t < secondAct ? progress(t, 19.2, 20) : 0;
  const total = 12 * (first > 0.6 ? 1 : 0) + 12 * (again > 0.6 ? 1 : 0);
  const alarmed = again > 0.6;
  const found = during(t, 44, 47.8);
  return [
    drawText({ x: 748, y: 52 }, 'Server', { size: 36, serif: true }),
    box(588, 72, 320, 336, '#ffffff', 12, { stroke: palette.line, 'stroke-width': 3 }),
    stroke('M588 340H908', palette.line, 3),
    group(found, box(600, 92, 296, 116, palette.glow, 10, { opacity: 0.45 })),
    group(
      clean,
      row(124 + 8, '12 chairs', first),
      group(
        t > secondAct ? progress(t, 32.8, 33.4) : 0,
        drawText({ x: 616, y: 186 }, 'key 7f3, receipt', {
          anchor: 'start',
          fill: palette.brass,
          weight: 600,
        }),
      ),
      row(186 + 8, '12 chairs', again, palette.red),
      drawText({ x: 616, y: 386 }, 'In all', { size: 34, anchor: 'start', serif: true }),
      drawText({ x: 880, y: 386 }, String(total), {
        size: 40,
        anchor: 'end',
        serif: true,
        fill: alarmed ? palette.red : palette.ink,
      }),
    ),
    drawText({ x: 748, y: 284 }, 'seen before', {
      size: 34,
      weight: 600,
      fill: palette.green,
      opacity: during(t, 44.4, 47.8),
    }),
    tick({ x: 748, y: 274 }, progress(t, 53, 53.6), palette.green, 36),
  ].join('');
}

function row(y: number, text: string, share: number, colour = palette.ink): string {
  return group(
    share,
    drawText({ x: 616 + (1 - share) * -14, y }, text, {
      size: 36,
      anchor: 'start',
      weight: 600,
      fill: colour,
    }),
  );
}

function act(t: number): string {
  return [
    letter(t, 6, 7.8, false),
    reply(t, 10, true),
    letter(t, 16.8, 18.8, false),
    letter(t, 29.2, 31.4, true),
    reply(t, 34.6, true),
    letter(t, 41, 43.2, true),
    reply(t, 48, false),
  ].join('');
}

function letter(t: number, from: number, to: number, keyed: boolean): string {
  const share = progress(t, from, to);
  const at = { x: mix(phoneEdge.x, serverEdge.x - 20, share), y: phoneEdge.y };
  const drawing = [
    box(-46, -32, 92, 64, palette.blue, 8),
    stroke('M-40 -25L0 8L40 -25', palette.paper, 5),
    keyed ? keyTag({ x: 0, y: 56 }) : '',
  ].join('');
  return group(during(t, from - 0.3, to + 0.3, 0.3), place(at, drawing));
}

function reply(t: number, from: number, lost: boolean): string {
  const reach = lost ? 0.46 : 1;
  const end = from + (lost ? 1.6 : 2.2);
  const share = progress(t, from, end) * reach;
  const fall = lost ? progress(t, end + 0.5, end + 1.6) : 0;
  const at = { x: mix(serverEdge.x - 20, phoneEdge.x + 20, share), y: replyLane + fall * 76 };
  const drawing = [
    box(-32, -40, 64, 76, '#ffffff', 6, { stroke: palette.green, 'stroke-width': 4 }),
    shape('M-20 -22H20M-20 -6H20', 'none', { stroke: palette.green, 'stroke-width': 5 }),
    tick({ x: 0, y: 18 }, 1, palette.green, 10),
  ].join('');
  const until = lost ? end + 1.6 : end + 0.4;
  return (
    group(during(t, from - 0.3, until, 0.35), place(at, drawing, 1, fall * 38)) +
    (lost
      ? group(
          during(t, end, end + 3.2),
          cross(
            { x: mix(serverEdge.x - 20, phoneEdge.x + 20, reach), y: replyLane },
            progress(t, end, end + 0.4),
            palette.red,
            26,
          ),
        )
      : '')
  );
}
