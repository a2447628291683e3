import { PACK_EXTENSION } from '#interchange/media-pack/media-pack.ts';
import type { TakenPack } from '#pwa/downloads/packs/take-pack.ts';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { countOf } from '#schema/messages/count.ts';

/** Describes the result of taking a pack, one sentence a line. */
export function describeTaken(taken: TakenPack): string[] {
  const { arrived, arrivedBytes, here, foreign, damaged } = taken;
  return [
    arrived > 0 &&
      `${countOf(arrived, 'file')} (${describeBytes(arrivedBytes)}) arrived and ${isOrAre(arrived)} on this device.`,
    here > 0 && `${countOf(here, 'file')} ${wasOrWere(here)} already on this device.`,
    foreign > 0 &&
      `${countOf(foreign, 'file')} ${foreign === 1 ? 'belongs' : 'belong'} to no course on this device that takes files from others. After a change of a course, connect to the network once.`,
    damaged > 0 &&
      `${countOf(damaged, 'file')} ${isOrAre(damaged)} damaged and ${wasOrWere(damaged)} not stored. Save the file again on the other device.`,
    describeEnd(taken),
  ].filter((line) => line !== false && line !== null);
}

function describeEnd({ end, left }: TakenPack): string | null {
  if (end === 'complete') return null;
  const what = `${countOf(left, 'file')} ${wasOrWere(left)} not taken.`;
  if (end === 'full')
    return `Not enough storage: ${what} Nothing was lost. Free some space, then choose the same file again.`;
  return `Stopped: ${what} Choose the same file again to continue.`;
}

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');
const wasOrWere = (count: number): string => (count === 1 ? 'was' : 'were');

/** The name of a pack on a disk: the title without what file systems refuse, and the part if there are several. */
export function packName(title: string, part: number, parts: number): string {
  const plain = title
    .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 60)
    .trim();
  const numbered = parts > 1 ? ` ${part} of ${parts}` : '';
  return `${plain === '' ? 'Course' : plain}${numbered}.${PACK_EXTENSION}`;
}
