import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Spinner } from '#pwa/ui/display/spinner.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportSources } from './import-sources.tsx';
import { type ImportState, useImport } from './use-import.ts';

/** Imports a course file as a new course. Works offline: the file is read on the device. */
export function AdminImportPage() {
  const { state, choose, store, reset } = useImport();
  return (
    <Page width="text" gap={5}>
      <PageTitle>Import a course</PageTitle>
      <PageLead>
        A course file (.carrel), a Common Cartridge, a Moodle backup, an Open edX course, a SCORM, H5P, EPUB
        or Word file, questions in QTI, Moodle XML or GIFT, or a folder or zip of Markdown, HTML or Word files
        becomes a new course, which nobody sees until you publish it. It is read on this device, and nothing
        is sent before you import it.
      </PageLead>
      <ImportSources isBusy={state.kind === 'reading'} onChoose={(chosen) => void choose(chosen)} />
      <Result state={state} onReset={reset} />
      {state.kind === 'preview' && (
        <ImportPreview
          preview={state.preview}
          isBusy={state.isBusy}
          problem={state.problem}
          onImport={(choice) => void store(state.preview, choice)}
          onCancel={reset}
        />
      )}
      <ImportHistory />
    </Page>
  );
}

function Result({ state, onReset }: { state: ImportState; onReset: () => void }) {
  if (state.kind === 'reading') {
    const done = state.share > 0 ? ` ${Math.floor(state.share * 100)} %` : '';
    return <Spinner label={`Reading ${state.name}…${done}`} />;
  }
  if (state.kind === 'unreadable') {
    return (
      <Notice tone="bad" title={`“${state.name}” cannot be imported`}>
        {state.reason}
      </Notice>
    );
  }
  if (state.kind !== 'stored') return null;
  const actions = (
    <>
      <ButtonLink to={paths.adminCourse(state.courseId)}>Open the course</ButtonLink>
      <ButtonLink to={paths.syncCentre}>Sync centre</ButtonLink>
      <Button variant="quiet" onClick={onReset}>
        Import another
      </Button>
    </>
  );
  return (
    <Notice tone="ok" title={`“${state.title}” is saved on this device`} actions={actions}>
      It is sent from here. The sync centre shows how far it is, and pauses or discards it.
    </Notice>
  );
}
