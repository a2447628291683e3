import * as v from 'valibot';
import { defaultSite, Site } from '#schema/site/site.ts';
import { readItem, removeItem, watchItem, writeItem } from './local-storage.ts';
import { type Readable, Signal } from './observable.ts';

/*
 * The settings of the site. They come with each page of the server and are stored beside the session, so that the script
 * of index.html has them before the first paint, and every screen at its first render.
 */
const KEY = 'carrel.site';
/** The unsent changes of an admin, applied on top and never written into the settings. */
const PENDING_KEY = 'carrel.site.pending';

const Pending = v.partial(Site);
export type PendingSite = v.InferOutput<typeof Pending>;

const changes = new Signal();
let current = defaultSite;
/** The settings with which the server rendered the page. */
let first = defaultSite;

export const site: Readable<Site> = {
  get: () => current,
  first: () => first,
  subscribe: (listener) => changes.subscribe(listener),
};

/** The settings as last received from the server. */
export const readConfirmedSite = (): Site => parse(Site, readItem(KEY)) ?? defaultSite;

/** Stores the server's settings. */
export function writeSite(next: Site): void {
  const text = JSON.stringify(next);
  const stored = readItem(KEY);
  if (text !== JSON.stringify(defaultSite)) {
    if (text !== stored) writeItem(KEY, text);
  } else if (stored !== null) removeItem(KEY);
}

/** Stores the unsent changes; none without fields. Derived from the outbox only. */
export function writePendingSite(fields: PendingSite): void {
  const text = JSON.stringify(fields);
  if (text === '{}') {
    if (readItem(PENDING_KEY) !== null) removeItem(PENDING_KEY);
  } else if (text !== readItem(PENDING_KEY)) writeItem(PENDING_KEY, text);
}

/** On the server: the settings with which the next page is rendered. */
export function setServedSite(next: Site): void {
  current = next;
  first = next;
}

/**
 * Begins with the settings that came with the page, or else with those of the device, and follows them. Returns whether
 * they came with the page: otherwise the device's may be old.
 */
export function startSite(): boolean {
  const served = parse(Site, document.getElementById('site')?.textContent ?? null);
  if (served !== null) writeSite(served);
  setServedSite(served ?? readConfirmedSite());
  show();
  stopWatching();
  const stops = [watchItem(KEY, show), watchItem(PENDING_KEY, show)];
  stopWatching = () => {
    for (const stop of stops) stop();
  };
  return served !== null;
}

let stopWatching = () => {};

function show(): void {
  current = Object.assign({ ...readConfirmedSite() }, parse(Pending, readItem(PENDING_KEY)));
  showColours(current.palette);
  showIcon(current.logo);
  changes.emit();
}

const LAMP = '/favicon.svg';

/** The icon of the tab: the logo itself, which is here without a network. */
function showIcon(logo: string): void {
  const link = document.querySelector('link[rel="icon"]');
  const href = logo === '' ? LAMP : logo;
  if (link === null || link.getAttribute('href') === href) return;
  link.removeAttribute('type');
  link.setAttribute('href', href);
}

let shown = '';

/** As the script of index.html: a constructed style sheet, which the page's policy allows. */
function showColours([a, b, c, d, ...dark]: readonly string[]): void {
  const scheme = (colours: readonly (string | undefined)[]) =>
    ['green', 'green-press', 'green-tint', 'on-green']
      .map((name, at) => `--${name}:${colours[at]}`)
      .join(';');
  const night = scheme(dark);
  const style = `:root{${scheme([a, b, c, d])}}@media screen{:root[data-theme=dark]{${night}}}@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${night}}}`;
  const css = dark.length === 4 ? style : '';
  if (css === shown || !('adoptedStyleSheets' in document)) return;
  shown = css;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

function parse<Output>(schema: v.GenericSchema<unknown, Output>, text: string | null): Output | null {
  try {
    return text === null ? null : v.parse(schema, JSON.parse(text));
  } catch {
    return null;
  }
}
