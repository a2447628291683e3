import { Component, type ReactNode } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import styles from './error-boundary.module.css';

interface State {
  hasFailed: boolean;
  /** Why, where it is known. */
  problem: string | null;
}

interface Props {
  children: ReactNode;
  /** The current path; an error on another path is discarded. */
  address?: string;
}

/** The error boundary: says that something failed and why, if it is known, and offers a reload. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, problem: null };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: Props, { hasFailed }: State) {
    if (hasFailed && before.address !== this.props.address)
      this.setState({ hasFailed: false, problem: null });
  }

  override componentDidCatch(error: unknown) {
    void describeProblem(error).then((problem) => this.setState({ problem }));
  }

  override render() {
    return this.state.hasFailed ? <SomethingWentWrong problem={this.state.problem} /> : this.props.children;
  }
}

/** 'Something went wrong' with Try Again, which reloads the page (spec map, section 8). */
function SomethingWentWrong({ problem }: { problem: string | null }) {
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
        {problem ?? 'This page could not be displayed. Nothing that is saved was removed.'}
      </Notice>
    </div>
  );
}

/** The texts are loaded only where something failed; without them the general one stays. */
async function describeProblem(error: unknown): Promise<string | null> {
  try {
    return (await import('./describe-problem.ts')).describeProblem(error);
  } catch {
    return null;
  }
}
