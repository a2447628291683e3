import sharp from 'sharp';
import { expect, it } from 'vitest';
import { coverDesign, coverFamilies } from '#pwa/course-ui/cover-design.ts';
import { renderCover } from './render-page.tsx';

it('a drawn cover of each kind is an SVG that the server turns into a picture with its own colours', async () => {
  const drawn = new Set<string>();
  for (let n = 0; drawn.size < coverFamilies.length; n += 1) {
    const { family, ink } = coverDesign(`course-${n}`);
    if (drawn.has(family)) continue;
    drawn.add(family);
    const svg = renderCover(`course-${n}`);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    const picture = sharp(new TextEncoder().encode(svg)).resize(1280, 720);
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1280, 720]);
    expect(`#${data.toString('hex', 0, 3)}`, family).toBe(ink.ground);
    const { channels } = await sharp(data, { raw: info }).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev)), family).toBeGreaterThan(5);
  }
});
