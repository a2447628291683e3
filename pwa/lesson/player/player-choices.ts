import * as v from 'valibot';
import { readItem, writeItem } from '#pwa/device/local-storage.ts';

/** The playback speeds. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The playback settings of this device, for all videos. */
const PlayerChoices = v.object({
  speed: v.fallback(v.picklist(SPEEDS), 1),
  hasCaptions: v.fallback(v.boolean(), false),
});
export type PlayerChoices = v.InferOutput<typeof PlayerChoices>;

const KEY = 'carrel-player';
const usual: PlayerChoices = { speed: 1, hasCaptions: false };

export function readPlayerChoices(): PlayerChoices {
  try {
    const parsed = v.safeParse(PlayerChoices, JSON.parse(readItem(KEY) ?? '{}'));
    return parsed.success ? parsed.output : usual;
  } catch {
    return usual;
  }
}

export function savePlayerChoices(choices: PlayerChoices): void {
  writeItem(KEY, JSON.stringify(choices));
}

/** The next speed up or down; the same at the limits. */
export function stepSpeed(speed: PlayerChoices['speed'], step: 1 | -1): PlayerChoices['speed'] {
  return SPEEDS[SPEEDS.indexOf(speed) + step] ?? speed;
}
