import { useState } from 'react';
import type { UploadRow } from '#pwa/store/account/uploads.ts';
import {
  enqueueResourceDelete,
  enqueueResourceRename,
  type ResourceRef,
} from '#pwa/sync/enqueue/editor-commands.ts';
import { type FileKind, storeReplacement } from '#pwa/sync/uploads/store-upload.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { restorableUntil } from '#pwa/ui/format/restorable-until.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { UploadProgress } from '#pwa/upload/upload-progress.tsx';
import { isCaptions } from '#schema/courses/captions.ts';
import type { ResourceType } from '#schema/courses/resource.ts';
import type { AdminResource } from '#schema/editor/editor.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { safeLink } from '../kit/safe-address.ts';
import styles from './lesson-resources.module.css';
import { RenameDialog } from './rename-dialog.tsx';
import { ACCEPTED_FILES } from './resource-files.ts';

const typeNames: Readonly<Record<ResourceType, string>> = { pdf: 'PDF', video: 'Video', link: 'Link' };

interface ResourceLineProps {
  resource: AdminResource;
  /** As commands name it. */
  named: ResourceRef;
  /** The file that is to replace the one of the resource. */
  upload: UploadRow | undefined;
}

/** A resource of a lesson with its actions. */
export function ResourceLine({ resource, named, upload }: ResourceLineProps) {
  const { confirm } = useEditorContext();
  const { rename, replace, remove } = useResourceEdits(named);
  const [isRenaming, setIsRenaming] = useState(false);
  const { title, type, url } = resource;
  const link = safeLink(url);
  const kind = kindOfFile(resource);
  const name = <span className="visually-hidden"> {title}</span>;
  const confirmDelete = () =>
    confirm({
      title: `Delete “${title}”?`,
      sentence: adminMessages.resourceDeleteConfirmation,
      note: `It is deleted at once. ${restorableUntil('It', 'audit log')}.`,
      action: 'Delete the resource',
      onYes: () => void remove(),
    });
  return (
    <Stack as="li" gap={2}>
      <Cluster>
        <Chip>{isCaptions(resource) ? 'Captions' : typeNames[type]}</Chip>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <Cluster>
          {link !== undefined && (
            <a
              className={buttonClass({ variant: 'quiet', size: undefined })}
              href={link}
              target="_blank"
              rel="noopener noreferrer"
            >
              View<span className="visually-hidden"> {title} (opens in a new tab)</span>
            </a>
          )}
          <Button variant="quiet" onClick={() => setIsRenaming(true)}>
            Rename{name}
          </Button>
          {kind !== null && (
            <FileButton
              variant="quiet"
              label={<>Replace file…{name}</>}
              fieldLabel={`New file of ${title}`}
              accept={ACCEPTED_FILES[kind]}
              onFile={(file) => void replace(kind, file)}
            />
          )}
          <Button variant="danger" onClick={confirmDelete}>
            Delete{name}
          </Button>
        </Cluster>
      </Cluster>
      {upload !== undefined && (
        <>
          <UploadProgress upload={upload} />
          <p className={styles.hint}>Until the new file is saved, learners have the one before.</p>
        </>
      )}
      {isRenaming && (
        <RenameDialog
          title={title}
          onClose={() => setIsRenaming(false)}
          onDone={(newTitle) => {
            setIsRenaming(false);
            if (newTitle !== title) void rename(newTitle);
          }}
        />
      )}
    </Stack>
  );
}

/** The kind of an uploaded file that can be replaced; null for captions, addresses, and a file that is not sent yet. */
function kindOfFile({ contentType }: AdminResource): FileKind | null {
  if (contentType === 'application/pdf') return 'pdf';
  return contentType?.startsWith('video/') ? 'video' : null;
}

function useResourceEdits(named: ResourceRef) {
  const { userId, notify, watch, run } = useEditorContext();
  const rename = (newTitle: string) =>
    run(adminMessages.resourceRenameFailed, async () => {
      const commandId = await enqueueResourceRename(userId, named, newTitle);
      if (commandId === null) return;
      watch({
        commandIds: [commandId],
        success: adminMessages.resourceRenamed,
        failure: adminMessages.resourceRenameFailed,
      });
    });
  const replace = (kind: FileKind, file: File) =>
    run(adminMessages.fileReplaceFailed, async () => {
      const { commandId } = await storeReplacement(userId, named, kind, file);
      watch({
        commandIds: [commandId],
        success: adminMessages.fileReplaced,
        failure: adminMessages.fileReplaceFailed,
      });
    });
  const remove = () =>
    run(adminMessages.resourceDeleteFailed, async () => {
      const commandId = await enqueueResourceDelete(userId, named);
      // The resource was never sent, so there is nothing to delete on the server.
      if (commandId === null) return notify.succeed(adminMessages.resourceDeleted);
      watch({
        commandIds: [commandId],
        success: adminMessages.resourceDeleted,
        failure: adminMessages.resourceDeleteFailed,
      });
    });
  return { rename, replace, remove };
}
