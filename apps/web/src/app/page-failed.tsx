import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { unreachable } from '../lib/call-error.ts';

/** A page whose code could not be loaded, or that broke; Try again loads the document anew. */
export const PageFailed = ({ error }: { readonly error: unknown }) => {
  const notLoaded = error instanceof Error && /import|fetch|load/i.test(error.message);
  return (
    <>
      <PageHead title="This page could not be shown" />
      <Card>
        <ErrorState
          text={notLoaded ? unreachable : 'Something went wrong on this page. Please try again.'}
          onRetry={() => window.location.reload()}
        />
      </Card>
    </>
  );
};
