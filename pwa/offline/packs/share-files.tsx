import type { CoursePacks, PackPlan } from '#pwa/downloads/packs/plan-packs.ts';
import { planPacks } from '#pwa/downloads/packs/plan-packs.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { countOf } from '#schema/messages/count.ts';
import { PackProgress } from './pack-progress.tsx';
import { PackResult } from './pack-result.tsx';
import { packName } from './pack-text.ts';
import styles from './packs.module.css';
import { TakeFiles } from './take-files.tsx';
import { useSavePack } from './use-save-pack.ts';

interface ShareFilesProps {
  userId: string;
  courseId: string;
  courseTitle: string;
}

/** Passes a course's downloads to another device, and takes them from one; nothing where the course does not allow it. */
export function ShareFiles({ userId, courseId, courseTitle }: ShareFilesProps) {
  const found = usePrivateQuery((store) => planPacks(store, courseId), [courseId]);
  if (!found) return null;
  return (
    <Stack as="section" gap={3} className={styles.section} aria-labelledby="share-files">
      <h3 id="share-files" className={styles.title}>
        From phone to phone
      </h3>
      <p className={styles.muted}>
        Downloaded videos and documents can be passed on as a file, without a network. Pictures and texts are
        not in it: the other phone needs this course unlocked, and its texts loaded, over the network once.
        Pass the file only to learners of this course.
      </p>
      <SaveFiles userId={userId} courseTitle={courseTitle} {...found} />
      <TakeFiles userId={userId} />
    </Stack>
  );
}

interface SaveFilesProps extends CoursePacks {
  userId: string;
  courseTitle: string;
}

function SaveFiles({ userId, courseTitle, packs, unknownFiles }: SaveFilesProps) {
  const { state, save, cancel, download, share } = useSavePack(userId);
  if (state.kind === 'saving')
    return <PackProgress label="Saving files" share={state.share} onCancel={cancel} />;
  return (
    <Stack gap={3}>
      {packs.length === 0 && unknownFiles === 0 && (
        <p className={styles.muted}>No file of this course is downloaded here yet.</p>
      )}
      {unknownFiles > 0 && (
        <p className={styles.muted}>
          {countOf(unknownFiles, 'downloaded file')} can be passed on after this phone was connected once.
        </p>
      )}
      <Cluster>
        {packs.map((pack, index) => (
          <Button
            key={pack.files[0]?.name}
            onClick={() => save(pack, packName(courseTitle, index + 1, packs.length))}
          >
            {labelOf(pack, index, packs.length)}
          </Button>
        ))}
      </Cluster>
      {state.kind === 'ready' && (
        <PackResult
          title="The file is ready."
          actions={
            <>
              <Button variant="primary" onClick={() => share(state.file)}>
                Send
              </Button>
              <Button onClick={() => download(state.file)}>Save on this phone</Button>
            </>
          }
        />
      )}
      {state.kind === 'saved' && (
        <PackResult tone="ok">
          {state.isWritten ? 'The file was saved.' : 'The browser has the file and saves it.'} On the other
          phone, open the downloads of this course and choose it there.
        </PackResult>
      )}
      {state.kind === 'failed' && <PackResult tone="bad">{state.problem}</PackResult>}
    </Stack>
  );
}

/** Several parts are learners' own choice: each can be taken alone. */
function labelOf({ files, sizeBytes }: PackPlan, index: number, parts: number): string {
  const size = describeBytes(sizeBytes);
  if (parts === 1) return `Save files for another phone · ${size}`;
  return `Save part ${index + 1} of ${parts} · ${countOf(files.length, 'file')}, ${size}`;
}
