/** Contains a broken panel so that the desk keeps working. The error goes to the console and to `onError`. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly panel?: string;
  /** A change of this key (a contract, an account) gives the panel a fresh start. */
  readonly resetKey?: string;
  readonly onError?: (error: unknown, info: ErrorInfo) => void;
}

interface State {
  readonly broken: boolean;
  readonly resetKey: string | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { broken: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { broken: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    const { panel } = this.props;
    return (
      <ErrorPanel
        {...(panel === undefined ? {} : { panel })}
        onRetry={() => this.setState({ broken: false })}
        className="m-auto"
      />
    );
  }
}
