import { useState } from 'react';
import type { AdminLessonOutline } from '#pwa/store/database/admin-rows.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { DURATION_MAX_MINUTES } from '#schema/limits.ts';
import { useLessonHtml } from '../context/use-lesson-html.ts';
import { readingMinutes } from '../model/reading-minutes.ts';
import { useLessonUpload, useLocalUrl } from '../upload/use-uploads.ts';

interface DurationProposalProps {
  lesson: AdminLessonOutline;
  onUse: (minutes: number) => void;
}

/** Offers the length of the video, or the time to read the text, for a lesson without a duration. Sets nothing itself. */
export function DurationProposal({ lesson, onUse }: DurationProposalProps) {
  const { shown } = useLessonHtml(lesson.id);
  const [known, setKnown] = useState<{ readonly url: string; readonly minutes: number } | null>(null);
  const chosen = useLocalUrl(useLessonUpload(lesson.id)?.uploadId ?? null);
  const video = parseVideoUrl(lesson.videoUrl);
  const own = video.kind === 'file' && video.source === 'own' ? video.url : null;
  const url = chosen ?? own;
  const length = known !== null && known.url === url ? known.minutes : null;
  const hasOtherVideo = url === null && video.kind !== 'none';
  const reading = hasOtherVideo || url !== null ? 0 : readingMinutes(shown ?? '');
  const minutes = length ?? reading;
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
        />
      )}
      {minutes > 0 && (
        <Cluster>
          <Button size="sm" onClick={() => onUse(minutes)}>
            Use {minutes} min, {length === null ? 'the time to read the text' : 'the length of the video'}
          </Button>
        </Cluster>
      )}
    </>
  );
}

const wholeMinutes = (seconds: number): number =>
  Math.min(DURATION_MAX_MINUTES, Math.max(1, Math.round(seconds / 60)));
