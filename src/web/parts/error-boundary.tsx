import { Component, type ReactNode } from "react";

/** A defect in one view says so in its place, with a way on; without this the whole page would be white. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main className="page grid place-items-center p-6">
        <div className="grid gap-3 max-w-[480px]" role="alert">
          <h1 className="display">This view failed</h1>
          <p className="lead text-text-2">Sessions go on without it. The reason, for a report:</p>
          <pre className="output">{error.message}</pre>
          <p>
            <button type="button" className="btn" onClick={() => location.reload()}>
              Load the page again
            </button>
          </p>
        </div>
      </main>
    );
  }
}
