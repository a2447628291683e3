import { useState } from 'react';
import type { AdminLessonOutline } from '#pwa/store/database/admin-rows.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { useLessonHtml } from '../context/use-lesson-html.ts';
import { readingMinutes } from '../model/reading-minutes.ts';
import { useLessonUpload, useLocalUrl } from '../upload/use-uploads.ts';

interface DurationProposalProps {
  lesson: AdminLessonOutline;
  onUse: (minutes: number) => void;
}

/**
 * Offers the length of the video, or the time to read the text if there is no video whose length can be read, for a
 * lesson without a duration. Sets nothing itself.
 */
export function DurationProposal({ lesson, onUse }: DurationProposalProps) {
  const { shown } = useLessonHtml(lesson.id);
  const [known, setKnown] = useState<{ readonly url: string; readonly minutes: number } | null>(null);
  const chosen = useLocalUrl(useLessonUpload(lesson.id)?.uploadId ?? null);
  const video = parseVideoUrl(lesson.videoUrl);
  const own = video.kind === 'file' && video.source === 'own' ? video.url : null;
  const url = chosen ?? own;
  // 0: it has none that could be read.
  const length = known !== null && known.url === url ? known.minutes : null;
  const isOfVideo = length !== null && length > 0;
  const minutes = isOfVideo ? length : url === null || length === 0 ? readingMinutes(shown ?? '') : 0;
  const hasVideo = url !== null || video.kind !== 'none';
  const reading = hasVideo ? 'the time to read the text, without the video' : 'the time to read the text';
  return (
    <>
      {url !== null && (
        // biome-ignore lint/a11y/useMediaCaption: it is not played, only its length is read.
        <video
          hidden
          preload="metadata"
          src={url}
          onLoadedMetadata={({ currentTarget: { duration } }) =>
            setKnown({ url, minutes: Number.isFinite(duration) ? wholeMinutes(duration) : 0 })
          }
          onError={() => setKnown({ url, minutes: 0 })}
        />
      )}
      {minutes > 0 && (
        <Cluster>
          <Button size="sm" onClick={() => onUse(minutes)}>
            Use {minutes} min, {isOfVideo ? 'the length of the video' : reading}
          </Button>
        </Cluster>
      )}
    </>
  );
}

const wholeMinutes = (seconds: number): number =>
  Math.min(lessonEntity.fieldRules.duration.max, Math.max(1, Math.round(seconds / 60)));
