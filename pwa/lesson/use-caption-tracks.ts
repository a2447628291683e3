import { isCaptions } from '#schema/captions.ts';
import type { Resource } from '#schema/resource.ts';
import { keptFileUrl, parseFileId } from '../downloads/kept-url.ts';
import type { CaptionTrack } from './player/use-captions.ts';
import { useKeptFileIds } from './use-kept-file-ids.ts';

interface Captioned {
  readonly resources: readonly Pick<Resource, 'id' | 'title' | 'url' | 'contentType'>[];
}

/**
 * The caption tracks among a lesson's resources, from this device if they are downloaded. Empty until that is
 * known.
 */
export function useCaptionTracks(userId: string, { resources }: Captioned): readonly CaptionTrack[] {
  const keptIds = useKeptFileIds();
  if (keptIds === undefined) return [];
  return resources.filter(isCaptions).flatMap(({ id, title, url }) => {
    const fileId = parseFileId(url);
    if (fileId === null) return [];
    return [{ id, title, src: keptIds.has(fileId) ? keptFileUrl(userId, fileId) : url }];
  });
}
