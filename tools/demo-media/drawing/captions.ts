import { escapeText } from './draw.ts';
import type { Scene } from './scene.ts';

/** The captions of a video as a WebVTT file: its on-screen text and its sounds. */
export function toWebVtt(scene: Scene): string {
  const title = { from: 0.3, to: scene.title.until, lines: [scene.title.heading, scene.title.lead] };
  const cues = [title, ...scene.captions].map((cue, i) => {
    const heard = 'heard' in cue && cue.heard !== undefined ? [`[${cue.heard}]`] : [];
    const text = [...cue.lines, ...heard].map(escapeText).join('\n');
    return `${i + 1}\n${formatTimestamp(cue.from)} --> ${formatTimestamp(cue.to)}\n${text}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

function formatTimestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}
