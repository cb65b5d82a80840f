import { type Book, lending, type OwnLoan, type OwnReservation } from '@campus/contract';
import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { serverText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { useListState } from '../../../lib/use-list-state.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useAction } from '../../../ui/actions.tsx';
import { TitleWithSubtitle } from '../../../ui/title-with-subtitle.tsx';
import { PagedBookTable, RowButton, titleAndAuthor } from '../book-table.tsx';
import { shelfAndIsbn, copiesText } from '../library-labels.ts';
import { booksQuery, libraryPaths } from '../library.api.ts';
import { OwnLoans, OwnReservations } from './own-books.tsx';
import classes from '../library.module.css';

interface CatalogueProps {
  /** The reader's own loans and reservations; undefined while they are loading, when nothing is offered yet. */
  readonly own:
    | { readonly loans: readonly OwnLoan[]; readonly reservations: readonly OwnReservation[] }
    | undefined;
}

/** Every book, to search and, when all copies are lent, to reserve. */
const Catalogue = ({ own }: CatalogueProps) => {
  const { view, setView } = useListState(['all']);
  const { search, page } = view;
  const books = useQuery(booksQuery({ page, limit: 10, ...(search && { search }) }));
  const reserving = useAction({
    run: (bookId: string) => call(lending.reserve, { params: { bookId } }),
    done: ({ title, position }) => `You are number ${position} in line for ${title}.`,
    failed: 'The book could not be reserved. Please try again.',
    refreshes: libraryPaths,
  });
  const action = (book: Book) => {
    const isThis = ({ bookId }: OwnLoan | OwnReservation): boolean => bookId === book.id;
    if (!own) return null;
    if (own.loans.some(isThis)) return <span className={classes['muted']}>You have it</span>;
    if (own.reservations.some(isThis)) return <span className={classes['muted']}>Reserved</span>;
    return (
      book.free === 0 && (
        <RowButton
          label="Reserve"
          of={book.title}
          disabled={reserving.isPending}
          onClick={() => reserving.mutate(book.id)}
        />
      )
    );
  };
  return (
    <Card title="Catalogue" flush>
      <div className={classes['tools']}>
        <SearchField
          className={classes['search']}
          label="Find a book"
          placeholder="Search title, author or ISBN"
          value={search}
          onSearch={(text) => setView({ search: text })}
        />
      </div>
      <PagedBookTable
        query={books}
        view={view}
        setView={setView}
        what="books"
        failed="Failed to load the catalogue. Please try again."
        textOf={serverText}
        empty={{
          icon: IconBook2,
          text: search ? 'No books found' : 'The library has no books yet.',
        }}
        label="Catalogue"
        columns={[
          titleAndAuthor,
          {
            head: 'Copies',
            render: (book) => (
              <TitleWithSubtitle title={copiesText(book)} line={shelfAndIsbn(book)} />
            ),
          },
        ]}
        renderActions={action}
      />
    </Card>
  );
};

/** If they cannot be loaded, every lent book is offered; the server refuses what is not possible. */
const nothing = { loans: [], reservations: [] };

/** The library for a student or teacher: own loans and reservations, and the catalogue. */
export default function ReaderLibraryPage() {
  const own = useReply(lending.ownLibrary, { staleTime: 0 });
  return (
    <Page title="Library" stacked>
      <Loaded
        query={own}
        what="your books"
        failed="Failed to load your books. Please try again."
        textOf={serverText}
        rows={3}
        card
      >
        {({ loans, reservations }) => (
          <>
            <OwnLoans loans={loans} />
            <OwnReservations reservations={reservations} />
          </>
        )}
      </Loaded>
      <Catalogue own={own.data ?? (own.isFetched ? nothing : undefined)} />
    </Page>
  );
}
