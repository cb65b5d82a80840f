import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading, SkeletonBar } from '../../../ui/loading.tsx';
import { PdfDownload } from '../../../ui/pdf/pdf-download.tsx';
import { PdfView } from '../../../ui/pdf/pdf-view.tsx';
import { classInfoFileOptions, classInfoOptions } from './class-info.api.ts';
import classes from '../calendar.module.css';

const title = 'Class information';

/** The class information that a teacher sees: their own, else that for all teachers. */
export const ClassInfoFrame = ({ email }: { readonly email: string }) => {
  const info = useQuery(classInfoOptions(email));
  const file = useQuery(classInfoFileOptions(email, info.data));
  const shown = info.data ? file.data : null;
  const content = () => {
    if (shown)
      return (
        <PdfView file={shown.file} title={shown.fileName ?? title} className={classes['frame']} />
      );
    const failed = [info, file].find(({ isError }) => isError);
    if (failed)
      return (
        <ErrorState
          text={errorText(failed.error, 'The class information could not be loaded')}
          onRetry={() => void failed.refetch()}
        />
      );
    if (info.isPending || file.isFetching)
      return (
        <Loading text="Loading class information...">
          <div className={classes['frame']}>
            <SkeletonBar height={600} />
          </div>
        </Loading>
      );
    return (
      <EmptyState
        icon={IconFileOff}
        text="No class information yet. Your administrator can upload it."
      />
    );
  };
  return (
    <Card
      title={title}
      actions={
        shown && <PdfDownload file={shown.file} fileName={shown.fileName ?? `${title}.pdf`} />
      }
    >
      {content()}
    </Card>
  );
};
