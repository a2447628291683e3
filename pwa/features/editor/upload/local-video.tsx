import { VideoPlayer } from '#pwa/lesson/video/video-player.tsx';
import { VideoFrame } from '#pwa/lesson/video-frame.tsx';
import { useLocalUrl } from './use-uploads.ts';

interface LocalVideoProps {
  readonly uploadId: string;
  readonly title: string;
}

/** The video that was chosen for a lesson, played from this device until the server has it. */
export function LocalVideo({ uploadId, title }: LocalVideoProps) {
  const url = useLocalUrl(uploadId);
  return (
    <VideoFrame>
      {url !== null && (
        <VideoPlayer src={url} lesson={{ title }} startAt={0} onPosition={forget} onEnded={forget} />
      )}
    </VideoFrame>
  );
}

function forget(): void {}
