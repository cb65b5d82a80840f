import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** A page that broke, or whose code could not be fetched; Try again loads the document again. */
export const PageFailed = () => (
  <>
    <PageHead title="This page could not be shown" />
    <Card>
      <ErrorState
        text="Something went wrong while opening this page. Please check your connection and try again."
        onRetry={() => window.location.reload()}
      />
    </Card>
  </>
);
