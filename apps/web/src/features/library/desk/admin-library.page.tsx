import {
  type BodyIn,
  type BookField,
  bookFields,
  catalogue,
  fieldNames,
  lending,
} from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { May } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { campusQuery } from '../../../lib/campus.ts';
import {
  blankOf,
  type Draft,
  sentValues,
  unreadable as unreadableText,
} from '../../../lib/field-values.ts';
import { CardForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Card, CardColumns, Page } from '../../../ui/page.tsx';
import { BookFields, bookProblems } from '../books/book-fields.tsx';
import { libraryPaths } from '../library.api.ts';
import { DeskBar } from './desk-bar.tsx';
import { LibraryLists } from './library-lists.tsx';

const names = fieldNames(bookFields);
const blank: Draft = { ...blankOf(names), copies: '1' };

const AddBookForm = () => {
  const form = useForm({
    draftKey: 'book',
    initial: blank,
    check: (values, unreadable) => ({
      ...bookProblems(values),
      ...Object.fromEntries(
        unreadable.map((name) => [name, unreadableText(bookFields[name as BookField])]),
      ),
    }),
    // The contract validates what a form built from these fields sends.
    send: (values) =>
      call(catalogue.createBook, {
        body: sentValues(bookFields, names, values) as BodyIn<typeof catalogue.createBook>,
      }),
    clears: true,
    done: ({ title }) => `${title} is in the catalogue.`,
    refreshes: libraryPaths,
    failed: 'The book could not be added. Please try again.',
  });
  return (
    <Card title="Add New Book">
      <CardForm
        {...form.props}
        action="Add Book"
        busyAction="Adding..."
        button={{ variant: 'light' }}
      >
        <BookFields form={form} />
      </CardForm>
    </Card>
  );
};

/** The library's desk: every list of the library, new books, lending and returns. */
export default function AdminLibraryPage() {
  const campus = useQuery(campusQuery);
  return (
    <Page title="Library Management">
      <CardColumns at="right">
        <LibraryLists />
        <May call={catalogue.createBook}>
          <AddBookForm />
        </May>
      </CardColumns>
      <May call={lending.lend}>{campus.data && <DeskBar today={campus.data.today} />}</May>
    </Page>
  );
}
