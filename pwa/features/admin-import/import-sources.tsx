import { useState } from 'react';
import type { Chosen } from '#pwa/sync/imports/read-result.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import { FolderButton } from '#pwa/ui/controls/folder-button.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './admin-import-page.module.css';

/** No `accept`: phones would gray out files whose type they do not know, such as .imscc and .mbz. */
interface ImportSourcesProps {
  readonly isBusy: boolean;
  readonly onChoose: (chosen: Chosen) => void;
}

/** The ways to choose what is imported: a file, a folder, or a pasted list of links. */
export function ImportSources({ isBusy, onChoose }: ImportSourcesProps) {
  return (
    <Stack gap={3}>
      <Cluster>
        <FileButton
          label="Choose a file"
          fieldLabel="Course file"
          isBusy={isBusy}
          onFile={(file) => onChoose({ kind: 'file', name: file.name, file })}
        />
        <FolderButton
          label="Choose a folder"
          fieldLabel="Folder"
          isBusy={isBusy}
          onFolder={(name, files) => onChoose({ kind: 'folder', name, files })}
        />
      </Cluster>
      <PastedLinks isBusy={isBusy} onChoose={onChoose} />
    </Stack>
  );
}

function PastedLinks({ isBusy, onChoose }: ImportSourcesProps) {
  const [text, setText] = useState('');
  return (
    <details className={styles.links}>
      <summary>Paste a list of links</summary>
      <Stack gap={3}>
        <TextArea
          label="Links"
          hint="One for each lesson: a title, a tab and an address. A line that ends with a colon begins a module."
          rows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div>
          <Button
            isBusy={isBusy}
            disabled={text.trim() === ''}
            onClick={() => onChoose({ kind: 'links', name: 'List of links', text })}
          >
            Read the links
          </Button>
        </div>
      </Stack>
    </details>
  );
}
