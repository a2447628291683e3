import { plainTitle } from '../plain-text.ts';
import { type JsonObject, objectsOf, textOf } from './json.ts';

/** H5P's codes of licences that are no names. */
const LICENCES: ReadonlyMap<string, string> = new Map(
  Object.entries({ U: '', C: 'Copyright', PD: 'Public domain', 'CC PDM': 'Public domain mark' }),
);

/** The names of the authors of metadata. */
export const authorsOf = (metadata: JsonObject): string[] =>
  objectsOf(metadata.authors)
    .map(({ name }) => plainTitle(textOf(name), ''))
    .filter((name) => name !== '');

/** Who made something, and under which licence, of its metadata or its older `copyright`; empty parts left out. */
export function creditsOf(metadata: JsonObject): string[] {
  const licence = textOf(metadata.license);
  const version = textOf(metadata.licenseVersion) || textOf(metadata.version);
  const named = LICENCES.get(licence) ?? licence;
  const all = [
    ...authorsOf(metadata),
    textOf(metadata.author),
    named && `${named} ${version}`,
    textOf(metadata.source),
  ];
  return [...new Set(all.map((one) => plainTitle(one, '')).filter((one) => one !== ''))];
}
