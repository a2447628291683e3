import { cleanHtml, type HtmlVisitor } from './clean-html.ts';
import type { ImportTools, Picture, ShrinkPicture } from './import-tools.ts';
import { bytesAtMost, jsonBytes, TEXT_MAX_BYTES } from './lesson-text-size.ts';

/** The longest side that pictures of texts have at first. */
export const PICTURE_SIDE_PX = 1280;
/** They become smaller in these steps until the text fits into one command. */
const SMALLER_SIDES_PX = [960, 640, 400] as const;

/** A picture of a text, at most {@link PICTURE_SIDE_PX} long, and how often the text has it. */
export interface FoundPicture {
  readonly picture: Picture;
  readonly count: number;
}

/** A picture that was stored. */
interface StoredPicture {
  readonly digest: string;
  readonly type: string;
  readonly sizeBytes: number;
}

export interface Embedded {
  /** By address: those that fit. */
  readonly pictures: ReadonlyMap<string, StoredPicture>;
  readonly tooMany: readonly string[];
}

/**
 * Makes the pictures of a text, by their addresses, so small that they fit into it, and stores them. `source` is the text
 * as it is in the file, `maxBytes` what the text may have with its pictures.
 */
export async function embedPictures(
  source: string,
  found: ReadonlyMap<string, FoundPicture>,
  { shrinkPicture, storePicture }: Pick<ImportTools, 'shrinkPicture' | 'storePicture'>,
  maxBytes: number = TEXT_MAX_BYTES,
): Promise<Embedded> {
  const budgetOf = (sizeBytes: number) => budgetFor(sizeBytes, source, maxBytes);
  const fitting = await fitPictures(found, budgetOf, shrinkPicture);
  const pictures = new Map<string, StoredPicture>();
  for (const [address, picture] of fitting) {
    const { type, bytes } = picture;
    pictures.set(address, { digest: await storePicture(picture), type, sizeBytes: bytes.length });
  }
  return { pictures, tooMany: [...found.keys()].filter((address) => !pictures.has(address)) };
}

/**
 * Makes pictures smaller until all of them fit into the bytes that they may have as data URIs; if they do not, the largest
 * are left out. `budgetFor` returns those bytes, and receives how many the pictures have.
 */
export async function fitPictures(
  found: ReadonlyMap<string, FoundPicture>,
  budgetFor: (sizeBytes: number) => number,
  shrinkPicture: ShrinkPicture,
): Promise<ReadonlyMap<string, Picture>> {
  let fitting = [...found].map(([address, { picture, count }]) => shrunk(address, picture, count));
  const budget = budgetFor(sizeOf(fitting));
  for (const side of budget > 0 ? SMALLER_SIDES_PX : []) {
    if (sizeOf(fitting) <= budget) break;
    const smaller: Shrunk[] = [];
    for (const one of fitting) {
      const picture = (await shrinkPicture(one.picture, side)) ?? one.picture;
      smaller.push(shrunk(one.address, picture, one.count));
    }
    fitting = smaller;
  }
  fitting.sort((one, other) => one.sizeBytes - other.sizeBytes);
  while (fitting.length > 0 && sizeOf(fitting) > budget) fitting.pop();
  return new Map(fitting.map(({ address, picture }) => [address, picture]));
}

/** The bytes that pictures may have. Most texts are short, and need not be cleaned to know that all pictures fit. */
function budgetFor(sizeBytes: number, source: string, maxBytes: number): number {
  const leastRoom = maxBytes - bytesAtMost(source);
  return sizeBytes <= leastRoom ? leastRoom : maxBytes - jsonBytes(cleanHtml(source, textOnly));
}

/** Links may become shorter or longer later; the limit has room for that. */
const textOnly: HtmlVisitor = {
  link: (address) => address,
  picture: () => null,
  media: () => undefined,
  simplified: () => undefined,
};

interface Shrunk extends FoundPicture {
  readonly address: string;
  /** In the text, with all repeats. */
  readonly sizeBytes: number;
}

const shrunk = (address: string, picture: Picture, count: number): Shrunk => ({
  ...{ address, picture, count },
  sizeBytes: count * encodedBytes(picture),
});

const sizeOf = (pictures: readonly Shrunk[]): number =>
  pictures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** As a data URI. */
const encodedBytes = ({ bytes }: Picture): number =>
  'data:image/svg+xml;base64,'.length + Math.ceil(bytes.length / 3) * 4;
