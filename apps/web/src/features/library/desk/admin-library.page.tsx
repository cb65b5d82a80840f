import {
  type BodyIn,
  type BookField,
  bookFields,
  catalogue,
  dueAfter,
  fieldNames,
  type IsoDate,
  lending,
} from '@campus/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../lib/call.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import {
  blankOf,
  type Draft,
  sentValues,
  unreadable as unreadableText,
} from '../../../lib/field-values.ts';
import { queryOf } from '../../../lib/query.ts';
import { useForm } from '../../../lib/use-form.ts';
import { CardColumns, CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateField, TextField } from '../../../ui/fields.tsx';
import { CardForm } from '../../../ui/form.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { BookFields, bookProblems } from '../books/book-fields.tsx';
import { libraryPaths } from '../library.api.ts';
import { LibraryLists } from './library-lists.tsx';
import { ReturnForm } from './return-form.tsx';

/** Who is being typed: the name, what they have, and why they may not borrow. */
const useBorrowerLine = (univId: string): string => {
  const [asked] = useDebouncedValue(univId.trim(), 300);
  const found = useQuery(
    queryOf(lending.findBorrower, {
      query: { univId: asked },
      enabled: asked !== '',
      staleTime: 0,
    }),
  );
  const current = asked !== '' && asked === univId.trim() ? found.data : undefined;
  if (!current) return 'Of a student or teacher';
  const [person] = current;
  if (!person) return 'No student or teacher has this university ID';
  if (person.refusal !== null) return person.refusal;
  const overdue = person.overdue > 0 ? `, ${person.overdue} overdue` : '';
  return `${person.personName}: ${person.loans} of ${person.maxLoans} books${overdue}`;
};

/** A copy for a person: the label or the ISBN, and the university ID. */
const LendForm = ({ today }: { readonly today: IsoDate }) => {
  const { values, field, props } = useForm({
    opened: { item: '', univId: '', dueOn: dueAfter(today) },
    check: ({ item, univId, dueOn }, unreadable) => ({
      item: !item.trim() && 'Copy or ISBN is missing',
      univId: !univId.trim() && 'University ID is missing',
      dueOn: (!dueOn || unreadable.includes('dueOn')) && 'Choose the day the book is due',
    }),
    send: (body) => call(lending.lend, { body }),
    clears: true,
    done: ({ title, personName, dueOn }) =>
      `${title} is lent to ${personName} until ${formatDay(dueOn)}.`,
    refreshes: libraryPaths,
    failed: 'The book could not be lent. Please try again.',
  });
  const line = useBorrowerLine(values.univId);
  return (
    <Card title="Lend">
      <CardForm {...props} action="Lend Book" busyAction="Lending...">
        <TextField
          label="Copy or ISBN"
          required
          autoComplete="off"
          placeholder="12-1"
          {...field('item')}
        />
        <TextField
          label="University ID"
          required
          autoComplete="off"
          description={line}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          descriptionProps={{ 'aria-live': 'polite' }}
          {...field('univId')}
        />
        <DateField label="Due date" required {...field('dueOn')} />
      </CardForm>
    </Card>
  );
};

const names = fieldNames(bookFields);
const blank: Draft = { ...blankOf(names), copies: '1' };

/** A new book of the catalogue. */
const AddBookForm = () => {
  const form = useForm({
    opened: blank,
    check: (values, unreadable) => ({
      ...bookProblems(values),
      ...Object.fromEntries(
        unreadable.map((name) => [name, unreadableText(bookFields[name as BookField])]),
      ),
    }),
    // The contract checks what a form of the table's fields sends.
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
    <Card title="Add New Book" actions={<Link to="/admin/library/import">Import a catalogue</Link>}>
      <CardForm {...form.props} action="Add Book" busyAction="Adding...">
        <BookFields form={form} />
      </CardForm>
    </Card>
  );
};

/** The library's desk: new books, lending and returns, and every list of the library. */
export default function AdminLibraryPage() {
  const campus = useQuery(campusQuery);
  return (
    <>
      <PageHead title="Library Management" />
      <CardColumns side={360} stackedTo={1080}>
        <CardStack>
          <AddBookForm />
          {campus.data && <LendForm today={campus.data.today} />}
          <ReturnForm />
        </CardStack>
        <LibraryLists />
      </CardColumns>
    </>
  );
}
