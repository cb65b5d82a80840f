import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../../ui/page-head.tsx';
import { campusQuery } from '../library.api.ts';
import classes from '../library.module.css';
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
      <div className={classes['columns']}>
        <div className={classes['stack']}>
          <AddBookForm />
          {campus.data && <LendForm today={campus.data.today} />}
          <ReturnForm />
        </div>
        <LibraryLists />
      </div>
    </>
  );
}
