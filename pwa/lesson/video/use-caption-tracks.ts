import { cachedFileUrl, parseFileId } from '#pwa/downloads/cache/cached-file-url.ts';
import { isCaptions } from '#schema/courses/captions.ts';
import type { Resource } from '#schema/courses/resource.ts';
import type { CaptionTrack } from '../player/use-captions.ts';
import { useDownloadedFileIds } from '../use-downloaded-file-ids.ts';

interface Captioned {
  readonly resources: readonly Pick<Resource, 'id' | 'title' | 'url' | 'contentType'>[];
}

/**
 * The caption tracks among a lesson's resources, from this device if they are downloaded. Empty until that is
 * known.
 */
export function useCaptionTracks(userId: string, { resources }: Captioned): readonly CaptionTrack[] {
  const downloadedIds = useDownloadedFileIds();
  if (downloadedIds === undefined) return [];
  return resources.filter(isCaptions).flatMap(({ id, title, url }) => {
    const fileId = parseFileId(url);
    if (fileId === null) return [];
    return [{ id, title, src: downloadedIds.has(fileId) ? cachedFileUrl(userId, fileId) : url }];
  });
}
