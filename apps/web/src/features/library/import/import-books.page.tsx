import { bookFields, catalogue } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { pluralize } from '../../../lib/count.ts';
import { refresh } from '../../../lib/query.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { ListUpload } from '../../../ui/list-upload/list-upload.tsx';
import { cellsOf, type UploadList } from '../../../ui/list-upload/upload-list.ts';
import { useNotice } from '../../../ui/notice.tsx';
import { libraryPaths } from '../library.api.ts';

const bookFile: UploadList = {
  ...catalogue.bookFile,
  fields: bookFields,
  one: 'book',
  plural: 'books',
  fileLabel: 'CSV file with books',
  existing: {
    label: 'Books in the catalogue already',
    choices: [
      { value: '', label: 'Update the book' },
      { value: 'skip', label: 'Skip the row' },
    ],
  },
  cells: { title: 'Title', author: 'Author', isbn: 'ISBN', copies: 'Copies' },
  titleOf: cellsOf('title', 'author'),
  subjectOf: cellsOf('title'),
};

const storedWords = (count: number): string => {
  if (count === 0)
    return 'Everything in the file is already in the catalogue. Nothing was changed.';
  return `${pluralize(count, 'book was', 'books were')} added or changed.`;
};

/** Imports a catalogue from a file: shows what it would add and change before storing it. */
export default function ImportBooksPage() {
  const client = useQueryClient();
  const { notice, showNotice } = useNotice();
  return (
    <Page
      title="Import a Catalogue"
      line="Title and Author are required; ISBN, Copies, Shelf and Year are optional. A book with the same ISBN, or without one with the same title, author and year, is never added twice."
    >
      <BackLink to="/admin/library">Library</BackLink>
      {notice}
      <Card flush>
        <ListUpload
          list={bookFile}
          onUploaded={(count) => {
            showNotice('success')(storedWords(count));
            void refresh(client, ...libraryPaths);
          }}
          showNotice={showNotice}
        />
      </Card>
    </Page>
  );
}
