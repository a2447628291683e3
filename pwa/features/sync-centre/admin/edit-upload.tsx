import type { UploadRow } from '../../../store/uploads.ts';
import { UploadProgress } from '../../../upload/upload-progress.tsx';

/** How far the file of an edit is, to be paused, gone on with or taken back. */
export function EditUpload({ upload }: { upload: UploadRow }) {
  return <UploadProgress upload={upload} />;
}
