import { expect, type Page } from '@playwright/test';
import { ALL_RULES, AXE_PATH, axeFindings, COLOUR_RULES, GEOMETRY_RULES } from '../world/axe.ts';
import { measurePage } from './measure-page.ts';
import { listColours, signPage } from './page-signature.ts';
import { Settling } from './settling.ts';

export interface Screen {
  readonly path: string;
  /** Opens a menu or a dialog, or triggers the messages of a form. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Each screen is opened at the first width of each pair and then resized, as when a tablet rotates. */
const PHONE_WIDTH = 390;
const WIDTHS = [[PHONE_WIDTH, 320], [1280]];
const LIGHT = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' } as const;
const OTHER_COLOURS = [
  { name: 'dark', media: { ...LIGHT, colorScheme: 'dark' } },
  { name: 'forced colours', media: { ...LIGHT, forcedColors: 'active' } },
] as const;
/** Above this layout shift a reader sees the page jump. */
const SHIFT_MAX = 0.03;

/**
 * Checks screens at three widths and in three colour schemes: axe reports nothing, nothing scrolls sideways,
 * every control is large enough for touch, there is one h1, and the page opens at its top without layout
 * shifts. The assertions are soft, so one run reports all findings.
 */
export async function visitScreens(page: Page, origin: string, screens: readonly Screen[]): Promise<void> {
  await page.addInitScript({ path: AXE_PATH });
  const settling = new Settling(page);
  for (const screen of screens) await visitScreen({ page, origin, settling }, screen);
}

interface Visit {
  readonly page: Page;
  readonly origin: string;
  readonly settling: Settling;
}

/** Checks screens on a phone, as they open: axe reports nothing, they fit, and their controls are large enough. */
export async function visitOnPhone(page: Page, origin: string, screens: readonly Screen[]): Promise<void> {
  await page.addInitScript({ path: AXE_PATH });
  const visit = { page, origin, settling: new Settling(page) };
  for (const screen of screens) {
    await openScreen(visit, screen, PHONE_WIDTH);
    const where = `${screen.path} at ${PHONE_WIDTH} px`;
    await checkSizes(page, where);
    expect.soft(await axeFindings(page, ALL_RULES), where).toEqual([]);
  }
}

async function visitScreen(visit: Visit, screen: Screen): Promise<void> {
  const { page } = visit;
  const { path } = screen;
  const seen = new SeenAppearances();
  for (const [first = 0, ...others] of WIDTHS) {
    await openScreen(visit, screen, first);
    for (const width of [first, ...others]) {
      await page.setViewportSize({ width, height: 844 });
      await checkAppearance(page, `${path} at ${width} px`, seen);
    }
    await checkLargeText(page, `${path} at ${first} px`, first);
  }
}

/** Opens a screen at its top, with one h1 and without layout shifts, and then its menu or dialog. */
async function openScreen({ page, origin, settling }: Visit, { path, act }: Screen, width: number) {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia(LIGHT);
  // With a fragment, the same address again would not load the page again.
  if (path.includes('#')) await page.goto('about:blank');
  await page.goto(origin + path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await settling.untilSettled();
  const { shift, top } = await measureLoad(page);
  expect.soft(shift, `${path} jumps at ${width} px`).toBeLessThan(SHIFT_MAX);
  expect.soft(top, `${path} opens scrolled at ${width} px`).toBe(0);
  if (act === undefined) return;
  await act(page);
  await settling.untilQuiet();
}

/** The appearances of one screen that axe has checked; an equal one at another width is not checked again. */
class SeenAppearances {
  private readonly pages = new Set<string>();
  private readonly colours = new Map<string, Set<string>>();

  /** The rules that may report something new for the current page. */
  async chooseRules(page: Page): Promise<readonly string[]> {
    const signature = await signPage(page);
    if (this.pages.has(signature)) return GEOMETRY_RULES;
    this.pages.add(signature);
    return ALL_RULES;
  }

  async hasNewColours(page: Page, scheme: string): Promise<boolean> {
    const known = this.colours.get(scheme) ?? new Set();
    const found = await listColours(page);
    const isNew = found.some((colours) => !known.has(colours));
    this.colours.set(scheme, new Set([...known, ...found]));
    return isNew;
  }
}

/** Nothing scrolls sideways, and no control is too small, once elements that measure themselves have done so. */
async function checkSizes(page: Page, where: string): Promise<void> {
  const listFaults = async () => {
    const { overflow, small } = await measurePage(page);
    return overflow > 0 ? [`scrolls ${overflow} px sideways`, ...small] : small;
  };
  await expect.soft.poll(listFaults, where).toEqual([]);
}

async function checkAppearance(page: Page, where: string, seen: SeenAppearances): Promise<void> {
  await checkSizes(page, where);
  expect.soft(await axeFindings(page, await seen.chooseRules(page)), `${where}, light`).toEqual([]);
  for (const { name, media } of OTHER_COLOURS) {
    await page.emulateMedia(media);
    if (!(await seen.hasNewColours(page, name))) continue;
    expect.soft(await axeFindings(page, COLOUR_RULES), `${where}, ${name}`).toEqual([]);
  }
  await page.emulateMedia(LIGHT);
}

/** With text at 200 % nothing scrolls sideways, once elements that measure themselves have done so. */
async function checkLargeText(page: Page, where: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  const setSize = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
  await setSize('200%');
  const measure = async () => (await measurePage(page)).overflow;
  await expect.soft.poll(measure, `${where} scrolls sideways with text at 200 %`).toBeLessThanOrEqual(0);
  await setSize('');
}

/** The layout shift while the page opened, and its scroll position. */
function measureLoad(page: Page): Promise<{ shift: number; top: number }> {
  return page.evaluate(async () => {
    const shifts = await new Promise<number[]>((resolve) => {
      const values: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry && typeof entry.value === 'number') values.push(entry.value);
        }
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => setTimeout(() => resolve(values), 0));
    });
    return { shift: shifts.reduce((sum, value) => sum + value, 0), top: scrollY };
  });
}
