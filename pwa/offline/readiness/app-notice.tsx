import type { AppFiles } from '#pwa/downloads/readiness/offline-readiness.ts';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { describeApp } from './describe-app.ts';

/** Says once, above all courses, why the app or a part of it does not work without a network. */
export function AppNotice({ app }: { app: AppFiles | null }) {
  const text = app === null ? null : describeApp(app);
  if (text === null) return null;
  return (
    <Notice tone="wait" title={text.title}>
      {text.sentence}
    </Notice>
  );
}
