import type { UploadRow } from '../../../store/account/uploads.ts';
import { UploadProgress } from '../../../upload/upload-progress.tsx';

/** The upload progress of an edit's file, with pause, resume and cancel. */
export function EditUpload({ upload }: { upload: UploadRow }) {
  return <UploadProgress upload={upload} />;
}
