import * as v from 'valibot';
import { schemesOf } from '#schema/site/palette.ts';
import { type Site, siteNameOf } from '#schema/site/site.ts';

const Manifest = v.looseObject({ name: v.string(), short_name: v.string(), theme_color: v.string() });

/** The manifest of the installed app with the name and the colour of the school. */
export function writeManifest(built: string, school: Site): string {
  const manifest = v.parse(Manifest, JSON.parse(built));
  const name = siteNameOf(school);
  const colour = school.colour === '' ? manifest.theme_color : schemesOf(school.colour).light.accent;
  return JSON.stringify({ ...manifest, name, short_name: name, theme_color: colour });
}
