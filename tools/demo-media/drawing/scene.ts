import { box, drawText, frame, group, round, stroke } from './draw.ts';
import { palette } from './palette.ts';
import { during, progress } from './timing.ts';

/** A caption at the foot of the image for a period; at most two lines of about 50 letters. */
interface Caption {
  from: number;
  to: number;
  lines: readonly string[];
  /** The sound during this period, for viewers who read the captions instead of listening. */
  heard?: string;
}

/** The title card at the start of a video. */
interface Title {
  heading: string;
  lead: string;
  ground: string;
  until: number;
}

/** One video: a pure function from time to image, and its metadata. */
export interface Scene {
  name: string;
  course: 'course-1' | 'course-2' | 'course-3';
  seconds: number;
  title: Title;
  captions: readonly Caption[];
  captionGround: string;
  captionInk: string;
  /** The image at a time, as SVG markup for a 960 by 540 view. */
  draw(t: number): string;
  /** The whole sound track as samples between -1 and 1, if the video has one. */
  sound?: () => Float32Array;
}

/** The top of the caption band; scenes draw above it. */
const captionTop = 432;

/** A whole frame of a video as SVG markup: image, caption, title card, fade at the end. */
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
  const captionTexts = scene.captions.map((caption) => {
    const top = caption.lines.length > 1 ? 477 : 498;
    const lines = caption.lines.map((line, i) =>
      drawText({ x: 480, y: top + i * 42 }, line, { size: 34, fill: scene.captionInk }),
    );
    return group(during(t, caption.from, caption.to, 0.3), ...lines);
  });
  return band + captionTexts.join('');
}

/** The centre stays free for the player's button while this card is shown. */
function titleCard(title: Title, t: number): string {
  const rule = progress(t, 0.3, 1.4) * 120;
  return group(
    1 - progress(t, title.until - 0.7, title.until),
    box(0, 0, frame.width, frame.height, title.ground),
    drawText({ x: 480, y: 152 }, title.heading, { size: 68, serif: true, fill: palette.paper }),
    stroke(`M${round(480 - rule)} 186H${round(480 + rule)}`, palette.glow, 4),
    drawText({ x: 480, y: 420 }, title.lead, {
      size: 34,
      fill: palette.paper,
      opacity: progress(t, 0.4, 1.1),
    }),
  );
}
