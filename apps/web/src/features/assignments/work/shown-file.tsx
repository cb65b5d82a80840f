import { type AssignmentFile, handIns, pdfType } from '@campus/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { Loaded, SkeletonBar } from '../../../ui/loaded.tsx';
import { PdfView } from '../../../ui/pdf/pdf-view.tsx';
import classes from './work.module.css';

interface LoadedFile {
  readonly file: Blob;
  readonly name: string;
  readonly text: string;
}

const Pdf = ({ file, name }: LoadedFile) => (
  <PdfView file={file} title={name} tools className={classes['pdf']} />
);

const point = (image: HTMLImageElement, url: string): void => {
  image.src = url;
};

const Picture = ({ file, name }: LoadedFile) => (
  <img ref={useObjectUrl(file, point)} alt={name} className={classes['picture']} />
);

const Text = ({ text, name }: LoadedFile) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be focusable
  <section className={classes['paper']} aria-label={name} tabIndex={0}>
    {text}
  </section>
);

const textType = 'text/plain; charset=utf-8';

/** The view for a kind of file, by media type; other kinds can only be downloaded. */
const views: Readonly<Record<string, typeof Pdf>> = {
  [pdfType]: Pdf,
  'image/png': Picture,
  'image/jpeg': Picture,
  'image/gif': Picture,
  'image/webp': Picture,
  [textType]: Text,
};

/** More text than this makes a browser slow. */
const maxTextBytes = 1024 * 1024;

const viewOf = ({ type, size }: AssignmentFile) =>
  type === textType && size > maxTextBytes ? undefined : views[type];

/** Cached, as a stored file never changes. The stored type is used, whatever type the response claims. */
const fileQuery = ({ id, name, type }: AssignmentFile) =>
  queryOptions({
    queryKey: [handIns.readHandInFile.path, id],
    queryFn: async ({ signal }): Promise<LoadedFile> => {
      const answer = await call(handIns.readHandInFile, { params: { fileId: id }, signal });
      const file = (answer as Blob).slice(0, undefined, type);
      return { file, name, text: type === textType ? await file.text() : '' };
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });

const FileView = ({ one }: { readonly one: AssignmentFile }) => {
  const View = viewOf(one);
  const loaded = useQuery({ ...fileQuery(one), enabled: View !== undefined });
  if (!View)
    return (
      <p className={classes['note']}>
        {`“${one.name}” cannot be shown here. Download it above to look at it.`}
      </p>
    );
  return (
    <Loaded query={loaded} what="file" skeleton={<SkeletonBar height={320} />}>
      {(file) => <View {...file} />}
    </Loaded>
  );
};

/** One of the files handed in, to read beside the marks. */
export const ShownFile = ({ files }: { readonly files: readonly AssignmentFile[] }) => {
  const [id, setId] = useState('');
  const one = files.find((file) => file.id === id) ?? files.find(viewOf) ?? files[0];
  if (!one) return null;
  return (
    <>
      {files.length > 1 && (
        <SelectField
          label={`Shown of ${files.length} files`}
          value={one.id}
          data={files.map((file) => ({ value: file.id, label: file.name }))}
          onChange={(event) => setId(event.currentTarget.value)}
        />
      )}
      <FileView key={one.id} one={one} />
    </>
  );
};
