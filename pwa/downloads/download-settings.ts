import * as v from 'valibot';
import { readItem, watchItem, writeItem } from '../device/local-storage.ts';
import { isMetered, savesData } from './connection.ts';

/*
 * How this device fetches media. A device's own, whoever studies on it: it knows its line and its disk.
 * Lessons' text, progress and everything in the outbox flow always.
 */
const KEY = 'carrel.downloads';

const DownloadSettings = v.object({
  /** Media come only over lines that are not known to be metered. */
  onlyUnmetered: v.optional(v.boolean(), false),
  /** Nothing comes by itself: only what somebody chose. */
  savesData: v.optional(v.boolean(), false),
});
export type DownloadSettings = v.InferOutput<typeof DownloadSettings>;

const usual: DownloadSettings = { onlyUnmetered: false, savesData: false };

let last: { readonly text: string | null; readonly settings: DownloadSettings } = {
  text: null,
  settings: usual,
};

/** The same object as long as nothing changed. */
export function readDownloadSettings(): DownloadSettings {
  const text = readItem(KEY);
  if (text !== last.text) last = { text, settings: parse(text) };
  return last.settings;
}

function parse(text: string | null): DownloadSettings {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), DownloadSettings), text);
  return parsed.success ? parsed.output : usual;
}

export function changeDownloadSettings(change: Partial<DownloadSettings>): void {
  writeItem(KEY, JSON.stringify({ ...readDownloadSettings(), ...change }));
}

/** Calls back after each change, also by another tab. Returns the way to stop. */
export function watchDownloadSettings(listener: () => void): () => void {
  return watchItem(KEY, listener);
}

/** Whether media have to wait for another line. */
export function waitsForUnmetered(): boolean {
  return readDownloadSettings().onlyUnmetered && isMetered();
}

/** Whether what nobody chose stays away: the person said so, here or to the browser. */
export function isSparing(): boolean {
  return readDownloadSettings().savesData || savesData();
}
