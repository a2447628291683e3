import { box, frame, group, round, stroke, words } from './draw.ts';
import { palette } from './palette.ts';
import { during, progress } from './timing.ts';

/** What is said at the foot of the picture for a while; at most two lines of about 50 letters. */
interface Caption {
  from: number;
  to: number;
  lines: readonly string[];
  /** What is heard meanwhile, for those who read the captions track instead of listening. */
  heard?: string;
}

/** The card a film opens with. */
interface Title {
  heading: string;
  lead: string;
  ground: string;
  until: number;
}

/** One film: a pure function from time to picture, and what goes with it. */
export interface Scene {
  name: string;
  course: 'course-1' | 'course-2' | 'course-3';
  seconds: number;
  title: Title;
  captions: readonly Caption[];
  captionGround: string;
  captionInk: string;
  /** The picture at a moment, as SVG markup for a 960 by 540 view. */
  draw(t: number): string;
  /** The whole sound track as samples between -1 and 1, if the film has one. */
  sound?: () => Float32Array;
}

/** Where the caption band begins; scenes draw above it. */
const captionTop = 432;

/** A whole frame of a film as SVG markup: picture, caption, title card, fade at the end. */
export function frameAt(scene: Scene, t: number): string {
  const closing = progress(t, scene.seconds - 0.6, scene.seconds - 0.1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="0 0 ${frame.width} ${frame.height}">`,
    t < scene.title.until - 0.8 ? '' : scene.draw(t),
    t < scene.title.until - 0.8 ? '' : captionBand(scene, t),
    titleCard(scene.title, t),
    group(closing, box(0, 0, frame.width, frame.height, scene.title.ground)),
    '</svg>',
  ].join('');
}

function captionBand(scene: Scene, t: number): string {
  const band = box(0, captionTop, frame.width, frame.height - captionTop, scene.captionGround);
  const spoken = scene.captions.map((caption) => {
    const top = caption.lines.length > 1 ? 477 : 498;
    const lines = caption.lines.map((line, i) =>
      words({ x: 480, y: top + i * 42 }, line, { size: 34, fill: scene.captionInk }),
    );
    return group(during(t, caption.from, caption.to, 0.3), ...lines);
  });
  return band + spoken.join('');
}

/** Around the middle stays free: there the player has its button while this card stands still. */
function titleCard(title: Title, t: number): string {
  const rule = progress(t, 0.3, 1.4) * 120;
  return group(
    1 - progress(t, title.until - 0.7, title.until),
    box(0, 0, frame.width, frame.height, title.ground),
    words({ x: 480, y: 152 }, title.heading, { size: 68, serif: true, fill: palette.paper }),
    stroke(`M${round(480 - rule)} 186H${round(480 + rule)}`, palette.glow, 4),
    words({ x: 480, y: 420 }, title.lead, {
      size: 34,
      fill: palette.paper,
      opacity: progress(t, 0.4, 1.1),
    }),
  );
}
