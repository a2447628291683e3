import * as v from 'valibot';
import { isLasting, readItem, watchItem, writeItem } from './local-storage.ts';
import type { Readable } from './observable.ts';

/*
 * How this device shows the app and the text of lessons. The values become attributes of the page, whose effects are
 * in pwa/ui/tokens.css. A script in index.html sets them: before the first paint, when another tab changes the item,
 * and at the event below.
 */
const KEY = 'carrel.reading';
const CHANGE_EVENT = 'carrel-reading';

export const THEMES = ['system', 'light', 'dark'] as const;
export const TEXT_SIZES = ['small', 'normal', 'large', 'largest'] as const;
export const LINE_WIDTHS = ['narrow', 'normal', 'wide'] as const;

const ReadingSettings = v.object({
  theme: v.fallback(v.picklist(THEMES), 'system'),
  text: v.fallback(v.picklist(TEXT_SIZES), 'normal'),
  line: v.fallback(v.picklist(LINE_WIDTHS), 'normal'),
});
export type ReadingSettings = v.InferOutput<typeof ReadingSettings>;

const usual: ReadingSettings = { theme: 'system', text: 'normal', line: 'normal' };

let last: { readonly text: string | null; readonly settings: ReadingSettings } = {
  text: null,
  settings: usual,
};

/** Returns the same object until something changes. */
function readReadingSettings(): ReadingSettings {
  const text = readItem(KEY);
  if (text !== last.text) last = { text, settings: parse(text) };
  return last.settings;
}

function parse(text: string | null): ReadingSettings {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ReadingSettings), text);
  return parsed.success ? parsed.output : usual;
}

/** Stores a change and shows it; where site data is blocked, it is shown until the page ends. */
export function changeReadingSettings(change: Partial<ReadingSettings>): void {
  const settings = { ...readReadingSettings(), ...change };
  writeItem(KEY, JSON.stringify(settings));
  dispatchEvent(new CustomEvent(CHANGE_EVENT, { detail: settings }));
}

/** Changes also in other tabs. */
export const readingSettings: Readable<ReadingSettings> = {
  get: readReadingSettings,
  subscribe: (listener) => watchItem(KEY, listener),
};

/** Whether the settings outlive the page. */
export const areReadingSettingsLasting = (): boolean => isLasting(KEY);
