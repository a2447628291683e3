import type { Locator } from '@playwright/test';
import sharp from 'sharp';

/** The contrast ratio between the lightest and the darkest pixel of a screen region, as defined by WCAG. */
export async function contrastIn(place: Locator): Promise<number> {
  const { data } = await sharp(await place.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [darkest, lightest] = [1, 0];
  for (let at = 0; at + 2 < data.length; at += 3) {
    const light = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    darkest = Math.min(darkest, light);
    lightest = Math.max(lightest, light);
  }
  return (lightest + 0.05) / (darkest + 0.05);
}

/** The most frequent colour there. */
export async function mainColour(place: Locator): Promise<string> {
  const { data } = await sharp(await place.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  for (let at = 0; at + 2 < data.length; at += 3) {
    const colour = `${data[at]} ${data[at + 1]} ${data[at + 2]}`;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
