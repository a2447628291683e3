import { expect, it } from 'vitest';
import { CONTRAST_MIN, contrastOf, describeAdjustments, schemesOf } from './palette.ts';

const colours = ['#14614a', '#ffffff', '#000000', '#ffd400', '#ff0000', '#7f7f7f', '#0000ff', '#00ff88'];

it.each(colours)('shows %s with enough contrast on light and on dark pages', (colour) => {
  const { light, dark } = schemesOf(colour);
  const pairs = [
    ...['#fbfaf6', '#f3f0e8', light.on, light.tint].map((surface) => [light.accent, surface]),
    ...['#131715', '#1a201d', dark.on, dark.tint].map((surface) => [dark.accent, surface]),
    [light.press, light.on],
    [dark.press, dark.on],
  ] as const;
  for (const [one, other] of pairs)
    expect(contrastOf(one ?? '', other ?? ''), `${one} ${other}`).toBeGreaterThanOrEqual(CONTRAST_MIN);
});

it('keeps a colour that has enough, and says which scheme shows another one and why', () => {
  expect(schemesOf('#14614a').light.accent).toBe('#14614a');
  expect(describeAdjustments('#14614a')).toEqual([
    expect.stringMatching(/^On dark pages #14614a is lightened to #/),
  ]);
  expect(describeAdjustments('#ffd400')).toEqual([
    expect.stringMatching(
      /^On light pages #ffd400 is darkened to #.*: text in it would have a contrast of 1\.\d, and needs 4\.5\.$/,
    ),
  ]);
});
