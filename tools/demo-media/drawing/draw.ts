import { palette } from './palette.ts';

/** Width and height of every video, in pixels. */
export const frame = { width: 960, height: 540 };

/** Font families used in videos; `page-fonts.ts` supplies the first of each. */
const families = {
  serif: "'Fraunces Variable', Georgia, 'DejaVu Serif', serif",
  sans: "'Instrument Sans Variable', 'DejaVu Sans', sans-serif",
};

/** A point in the image. */
export interface Point {
  x: number;
  y: number;
}

/** Attributes of an SVG element; numbers are rounded to a hundredth. */
export type Attributes = Readonly<Record<string, string | number>>;

/** The style of a line of text; sizes are pixels in an image 960 wide. */
export interface TextStyle {
  size?: number;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  serif?: boolean;
  weight?: number;
  opacity?: number;
}

/** Escapes text for markup. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** One SVG element as markup. */
export function tag(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => `${key}="${typeof value === 'number' ? round(value) : value}"`)
    .join(' ');
  return `<${name} ${written}>${children.join('')}</${name}>`;
}

/** Combines drawings into one, with an opacity; empty when invisible. */
export function group(opacity: number, ...children: string[]): string {
  if (opacity <= 0.004) return '';
  return opacity >= 0.996 ? children.join('') : tag('g', { opacity }, ...children);
}

/** Moves drawings to a place, and optionally rotates or scales them there. */
export function place(at: Point, drawing: string, scale = 1, turn = 0): string {
  const transform = `translate(${round(at.x)} ${round(at.y)}) rotate(${round(turn)}) scale(${round(scale)})`;
  return tag('g', { transform }, drawing);
}

/** A rectangle, optionally with rounded corners. */
export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  more: Attributes = {},
): string {
  return tag('rect', { x, y, width, height, fill, rx: radius, ...more });
}

/** A filled circle. */
export function dot(at: Point, radius: number, fill: string, more: Attributes = {}): string {
  return tag('circle', { cx: at.x, cy: at.y, r: radius, fill, ...more });
}

/** An outline along a path. */
export function stroke(d: string, colour: string, width: number, more: Attributes = {}): string {
  return tag('path', {
    d,
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
}

/** A filled path. */
export function shape(d: string, fill: string, more: Attributes = {}): string {
  return tag('path', { d, fill, ...more });
}

/** One line of text with its baseline at a point. */
export function drawText(at: Point, text: string, style: TextStyle = {}): string {
  if (style.opacity !== undefined && style.opacity <= 0.004) return '';
  return tag(
    'text',
    {
      x: at.x,
      y: at.y,
      'font-size': style.size ?? 30,
      'font-family': style.serif ? families.serif : families.sans,
      'font-weight': style.weight ?? (style.serif ? 600 : 500),
      'text-anchor': style.anchor ?? 'middle',
      fill: style.fill ?? palette.ink,
      opacity: style.opacity ?? 1,
    },
    escapeText(text),
  );
}

/** A cross that means "lost here"; it grows with `share` from 0 to 1. */
export function cross(at: Point, share: number, colour: string, size = 18): string {
  if (share <= 0) return '';
  const r = size * share;
  return stroke(
    `M${round(at.x - r)} ${round(at.y - r)}L${round(at.x + r)} ${round(at.y + r)}M${round(at.x - r)} ${round(at.y + r)}L${round(at.x + r)} ${round(at.y - r)}`,
    colour,
    8,
  );
}

/** A tick that is drawn with `share` from 0 to 1; `at` is its centre. */
export function tick(at: Point, share: number, colour: string, size = 20): string {
  if (share <= 0) return '';
  return place(
    at,
    stroke('M-1 0.05L-0.3 0.75L1 -0.75', colour, 0.36, {
      pathLength: 1,
      'stroke-dasharray': `${round(share)} 2`,
    }),
    size,
  );
}

/** A path through points, joined by straight lines. */
export function polyline(points: readonly Point[]): string {
  return points.map((p, i) => `${i === 0 ? 'M' : 'L'}${round(p.x)} ${round(p.y)}`).join('');
}

/** The point after `share` of a quadratic curve. */
export function onCurve(from: Point, bend: Point, to: Point, share: number): Point {
  const a = (1 - share) ** 2;
  const b = 2 * share * (1 - share);
  const c = share ** 2;
  return { x: a * from.x + b * bend.x + c * to.x, y: a * from.y + b * bend.y + c * to.y };
}

/** The point after `share` of the length of a polyline. */
export function onLine(points: readonly Point[], share: number): Point {
  const legs: { from: Point; to: Point; length: number }[] = [];
  points.forEach((to, i) => {
    const from = points[i - 1];
    if (from !== undefined) legs.push({ from, to, length: Math.hypot(to.x - from.x, to.y - from.y) });
  });
  let left = share * legs.reduce((sum, leg) => sum + leg.length, 0);
  for (const leg of legs) {
    if (left <= leg.length) {
      const part = leg.length === 0 ? 0 : left / leg.length;
      return {
        x: leg.from.x + (leg.to.x - leg.from.x) * part,
        y: leg.from.y + (leg.to.y - leg.from.y) * part,
      };
    }
    left -= leg.length;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}

/** A number as short markup. */
export function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
