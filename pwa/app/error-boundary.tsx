import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './error-boundary.module.css';

/** The last net: a page that broke says so, says what is safe, and offers to start over. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <SomethingWentWrong /> : this.props.children;
  }
}

/** 'Something went wrong' with Try Again, which reloads the page (section 8). */
export function SomethingWentWrong() {
  return (
    <main className={styles.page}>
      <h1>Something went wrong</h1>
      <Notice
        tone="bad"
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      >
        This page could not be shown. What you did is kept on this device, and so are your courses.
      </Notice>
    </main>
  );
}
