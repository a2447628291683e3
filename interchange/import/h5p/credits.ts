import { titleOfHtml } from '../text/titles.ts';
import { type JsonObject, objectsOf, stringOf } from './json.ts';

/** H5P's codes of licences that are no names. */
const LICENCES: ReadonlyMap<string, string> = new Map(
  Object.entries({ U: '', C: 'Copyright', PD: 'Public domain', 'CC PDM': 'Public domain mark' }),
);

/** The names of the authors of metadata. */
export const authorsOf = (metadata: JsonObject): string[] =>
  objectsOf(metadata.authors)
    .map(({ name }) => titleOfHtml(stringOf(name), ''))
    .filter((name) => name !== '');

/** Who made something, and under which licence, of its metadata or its older `copyright`; empty parts left out. */
export function creditsOf(metadata: JsonObject): string[] {
  const licence = stringOf(metadata.license);
  const version = stringOf(metadata.licenseVersion) || stringOf(metadata.version);
  const named = LICENCES.get(licence) ?? licence;
  const all = [
    ...authorsOf(metadata),
    stringOf(metadata.author),
    named && `${named} ${version}`,
    stringOf(metadata.source),
  ];
  return [...new Set(all.map((one) => titleOfHtml(one, '')).filter((one) => one !== ''))];
}
