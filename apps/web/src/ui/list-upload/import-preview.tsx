import { useState } from 'react';
import { Checkbox } from '@mantine/core';
import { useNarrow } from '../use-narrow.ts';
import { PreviewLines } from './preview-lines.tsx';
import { PreviewTable } from './preview-table.tsx';
import { previewRows } from './preview-rows.ts';
import type { UploadList, UploadReport } from './upload-list.ts';
import classes from './import-preview.module.css';

const counted = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} more ${n === 1 ? one : many}`;

interface ImportPreviewProps {
  readonly list: UploadList;
  readonly report: UploadReport;
}

/** The rows of the chosen file, those that need a fix first. It warns; it forbids nothing. */
export const ImportPreview = ({ list, report }: ImportPreviewProps) => {
  const [all, setAll] = useState(true);
  const { ref, narrow } = useNarrow(560);
  const everyRow = previewRows(report);
  const rows = everyRow.filter(({ outcome }) => all || outcome === 'problem');
  const notShown = all ? report.rows - everyRow.length : 0;
  const Rows = narrow ? PreviewLines : PreviewTable;
  return (
    <section className={classes['preview']} aria-label="Preview" ref={ref}>
      <div className={classes['head']}>
        <h2>Preview</h2>
        <Checkbox
          label="Show all rows"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      </div>
      {rows.length > 0 ? (
        // Can be scrolled with the keys, so it can have the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes['rows']} aria-label="Rows of the file" tabIndex={0}>
          <Rows list={list} rows={rows} />
        </section>
      ) : (
        <p className={classes['note']}>
          {report.rows === 0 ? 'The file has no rows.' : 'No row needs a fix.'}
        </p>
      )}
      {report.moreProblems > 0 && (
        <p className={classes['note']}>
          {counted(report.moreProblems, 'problem', 'problems')} in the file.
        </p>
      )}
      {notShown > 0 && (
        <p className={classes['note']}>{counted(notShown, 'row', 'rows')} in the file.</p>
      )}
    </section>
  );
};
