import * as v from 'valibot';
import { schemesOf } from '#schema/site/palette.ts';
import { type Site, siteNameOf } from '#schema/site/site.ts';
import { iconQuery } from './school-icons.ts';

const Manifest = v.looseObject({
  ...{ name: v.string(), short_name: v.string(), theme_color: v.string() },
  screenshots: v.optional(v.unknown()),
});
const ICON = /"(\/icon-[\w-]+\.png)"/g;

/** The manifest of the installed app with the name, the colour and the logo of the school. */
export function writeManifest(built: string, school: Site): string {
  const addressed = built.replace(ICON, `"$1${iconQuery(school)}"`);
  const { screenshots, ...manifest } = v.parse(Manifest, JSON.parse(addressed));
  const name = siteNameOf(school);
  const colour = school.colour === '' ? manifest.theme_color : schemesOf(school.colour).light.accent;
  return JSON.stringify({
    ...{ ...manifest, name, short_name: name, theme_color: colour },
    // They show the name and the icon of the product.
    ...(school.name === '' && school.logo === '' ? { screenshots } : {}),
  });
}
