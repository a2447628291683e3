import { Component, type ReactNode } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import styles from './error-boundary.module.css';

interface State {
  hasFailed: boolean;
}

interface Props {
  children: ReactNode;
  /** The current path; an error on another path is discarded. */
  address?: string;
}

/** The error boundary: says that something failed and what is safe, and offers a reload. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: Props, { hasFailed }: State) {
    if (hasFailed && before.address !== this.props.address) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? <SomethingWentWrong /> : this.props.children;
  }
}

/** 'Something went wrong' with Try Again, which reloads the page (spec map, section 8). */
function SomethingWentWrong() {
  return (
    <div className={styles.page}>
      <PageTitle>Something went wrong</PageTitle>
      <Notice
        tone="bad"
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      >
        This page could not be displayed. Your edits and courses are saved on this device.
      </Notice>
    </div>
  );
}
