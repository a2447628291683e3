import type { UploadRow } from '#pwa/store/account/uploads.ts';
import { UploadProgress } from '#pwa/upload/upload-progress.tsx';

/** The upload progress of an edit's file, with pause, resume and cancel. */
export function EditUpload({ upload }: { upload: UploadRow }) {
  return <UploadProgress upload={upload} />;
}
