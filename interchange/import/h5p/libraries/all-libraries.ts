import type { H5pLibrary } from '../inner-reader.ts';
import { cardLibraries } from './cards.ts';
import { containerLibraries } from './containers.ts';
import { mediaLibraries } from './media-parts.ts';
import { programLibraries } from './programs.ts';
import { questionLibraries } from './questions.ts';

/** The libraries whose content is known, by name. Of others the texts and pictures are gathered. */
export const libraries: ReadonlyMap<string, H5pLibrary> = new Map(
  Object.entries({
    ...containerLibraries,
    ...mediaLibraries,
    ...cardLibraries,
    ...programLibraries,
    ...questionLibraries,
  }),
);
