import * as v from 'valibot';
import { readItem, watchItem, writeItem } from '#pwa/device/local-storage.ts';
import type { Readable } from '#pwa/device/observable.ts';
import { isMetered, savesData, watchConnection } from './connection.ts';

/*
 * How this device downloads media. The settings belong to the device, not to the user: they depend on its
 * connection and disk. Lessons' text, progress and the outbox are always transferred.
 */
const KEY = 'carrel.downloads';

const DownloadSettings = v.object({
  /** Media are downloaded only over connections that are not known to be metered. */
  onlyUnmetered: v.optional(v.boolean(), false),
  /** Nothing is downloaded automatically: only what the user chose. */
  savesData: v.optional(v.boolean(), false),
});
export type DownloadSettings = v.InferOutput<typeof DownloadSettings>;

const usual: DownloadSettings = { onlyUnmetered: false, savesData: false };

let last: { readonly text: string | null; readonly settings: DownloadSettings } = {
  text: null,
  settings: usual,
};

/** Returns the same object until something changes. */
function readDownloadSettings(): DownloadSettings {
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

/** Changes also in other tabs. */
export const downloadSettings: Readable<DownloadSettings> = {
  get: readDownloadSettings,
  subscribe: (listener) => watchItem(KEY, listener),
};

/** Whether media have to wait for another connection. */
export const waitsForUnmetered: Readable<boolean> = {
  get: () => readDownloadSettings().onlyUnmetered && isMetered(),
  subscribe(listener) {
    const stops = [downloadSettings.subscribe(listener), watchConnection(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  },
};

/** Whether automatic downloads are off, by the user's setting here or in the browser. */
export function isDataSaverOn(): boolean {
  return readDownloadSettings().savesData || savesData();
}
