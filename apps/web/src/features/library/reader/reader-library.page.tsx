import { useQuery } from '@tanstack/react-query';
import { serverText } from '../../../lib/error-text.ts';
import { CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { ownLibraryQuery } from '../library.api.ts';
import { Catalogue } from './catalogue.tsx';
import { OwnLoans, OwnReservations } from './own-books.tsx';

const OwnBooks = () => {
  const own = useQuery(ownLibraryQuery);
  if (!own.data)
    return (
      <Card>
        <UntilLoaded
          query={own}
          loading="Loading your books..."
          failed="Failed to load your books. Please try again."
          textOf={serverText}
        >
          <SkeletonRows rows={3} columns={3} />
        </UntilLoaded>
      </Card>
    );
  return (
    <>
      <OwnLoans loans={own.data.loans} />
      <OwnReservations reservations={own.data.reservations} />
    </>
  );
};

/** The library for a student or a teacher: own books and reservations, and the catalogue. */
export default function ReaderLibraryPage() {
  const own = useQuery(ownLibraryQuery);
  return (
    <>
      <PageHead title="Library" />
      <CardStack>
        <OwnBooks />
        <Catalogue loans={own.data?.loans ?? []} reservations={own.data?.reservations ?? []} />
      </CardStack>
    </>
  );
}
