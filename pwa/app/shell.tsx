import { type MouseEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { UpdateNotice } from '../install/update-notice.tsx';
import { classNames } from '../ui/class-names.ts';
import { HeaderSlotContext } from '../ui/header-slot.tsx';
import { AdminNavigation } from './admin-navigation.tsx';
import { Footer } from './footer.tsx';
import { MishapNotice } from './mishap-notice.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { OpeningNote } from './opening-note.tsx';
import type { Frame } from './screens.tsx';
import { SessionSheet } from './session-sheet.tsx';
import styles from './shell.module.css';
import { StatusAnnouncer } from './status-announcer.tsx';
import { StudyBar } from './study-bar.tsx';

/** Header, page and footer around every screen; for studying and editing, a slim bar and no footer. */
export function Shell({ frame, children }: { frame: Frame; children: ReactNode }) {
  const [headerSlot, setHeaderSlot] = useState<HTMLElement | null>(null);
  const isSlim = frame === 'study' || frame === 'editor';
  return (
    <HeaderSlotContext value={headerSlot}>
      <div className={styles.shell}>
        <SkipLink />
        {isSlim ? <StudyBar frame={frame} onSlot={setHeaderSlot} /> : <NavigationBar />}
        {frame === 'admin' && <AdminNavigation />}
        <main className={classNames(styles.main, !isSlim && styles.site)} id="main" tabIndex={-1}>
          {children}
        </main>
        {!isSlim && <Footer />}
        <OpeningNote />
        <SessionSheet />
        <UpdateNotice />
        <MishapNotice />
        <StatusAnnouncer />
      </div>
    </HeaderSlotContext>
  );
}

function SkipLink() {
  const { pathname, search } = useLocation();
  const skip = (event: MouseEvent) => {
    // Without a hash in the URL, which the router would treat as a navigation.
    event.preventDefault();
    document.getElementById('main')?.focus();
  };
  return (
    <a className={styles.skip} href={`${pathname}${search}#main`} onClick={skip}>
      Skip to the page
    </a>
  );
}
