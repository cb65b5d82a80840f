import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { CardColumns, CardStack } from '../../../ui/card-layout.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { AddBookForm } from './add-book-form.tsx';
import { LendForm } from './lend-form.tsx';
import { LibraryLists } from './library-lists.tsx';
import { ReturnForm } from './return-form.tsx';

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
