/** The modules of the course editor between its screens and the outbox. */
export async function importEditor() {
  return {
    ...(await import('#pwa/features/editor/draft/draft-book.ts')),
    ...(await import('#pwa/features/editor/draft/draft-rows.ts')),
    ...(await import('#pwa/features/editor/draft/editor-draft.ts')),
    ...(await import('#pwa/features/editor/model/editor-model.ts')),
    ...(await import('#pwa/features/editor/save/save-drafts.ts')),
    ...(await import('#pwa/store/account/drafts.ts')),
    ...(await import('#pwa/sync/outbox/save-draft.ts')),
  };
}
