import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useFirstFrameGone } from './shell/first-frame.ts';

/** A page that broke, or whose code could not be fetched; Try again loads the document anew. */
export const PageFailed = () => {
  useFirstFrameGone();
  return (
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
};
