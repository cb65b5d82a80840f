import { csvLine, examResults, type ResultsReport, type RowProblem } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { saveFile } from '../../../lib/save-download.ts';
import { useSessionHold } from '../../../lib/use-session-hold.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CsvDropzone, fileProblem } from '../../../ui/csv-dropzone.tsx';
import { DialogActions, useDialog } from '../../../ui/actions.tsx';
import { Loading } from '../../../ui/loaded.tsx';
import { ScrollList } from '../../../ui/scroll-list.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { resultText } from '../exam-labels.ts';
import { examQuery, refreshExams } from '../exams.api.ts';
import classes from './upload-marks.module.css';

interface UploadMarksProps {
  readonly examId: string;
}

const maxListed = 200;

/** How many of a list are not shown. */
const More = ({ of }: { readonly of: readonly unknown[] }) =>
  of.length > maxListed && <p>{`And ${formatCount(of.length - maxListed)} more.`}</p>;

/** Without it spreadsheets do not recognise UTF-8. */
const byteOrderMark = '\uFEFF';

/** Saves the problems as a CSV file; cells that a spreadsheet would take for formulas are escaped. */
const saveProblems = (problems: readonly RowProblem[]): void => {
  const rows = problems.map(({ row, column, value, reason }) => [row, column, value, reason]);
  const lines = [['Row', 'Column', 'Value', 'Problem'], ...rows].map(csvLine);
  saveFile(
    new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' }),
    'marks-problems.csv',
  );
};

const Problems = ({ problems }: { readonly problems: readonly RowProblem[] }) => (
  <>
    <ScrollList label="Rows that need a fix" height="low">
      {problems.slice(0, maxListed).map(({ row, column, value, reason }) => (
        <li key={`${row}-${column}-${reason}`} className={classes['row']}>
          <b>{column === null ? `Row ${row}` : `Row ${row}, ${column}`}</b>
          {value !== null && value !== '' && <code>{value}</code>}
          <span>{reason}</span>
        </li>
      ))}
    </ScrollList>
    <More of={problems} />
    <Button variant="subtle" onClick={() => saveProblems(problems)}>
      Download the problems
    </Button>
  </>
);

const Changes = ({ changes }: Pick<ResultsReport, 'changes'>) => (
  <>
    <ScrollList label="What changes" height="low">
      {changes.slice(0, maxListed).map(({ row, studentName, from, to }) => (
        <li key={row} className={classes['row']}>
          <b>{studentName}</b>
          <span>{`${resultText(from)} → ${resultText(to)}`}</span>
        </li>
      ))}
    </ScrollList>
    <More of={changes} />
  </>
);

/** What the file would change, in figures and row by row. */
const Report = ({ report }: { readonly report: ResultsReport }) => {
  const { changes, unchanged, blank, problems, problemRows, unknownColumns } = report;
  return (
    <>
      {problemRows > 0 ? (
        <Banner kind="error">
          {`${pluralize(problemRows, 'row needs', 'rows need')} a fix. Nothing is stored until every row is ready. Correct them in your file, then choose it again.`}
        </Banner>
      ) : (
        <p className={classes['counts']}>
          {`${pluralize(changes.length, 'mark changes', 'marks change')}, ${pluralize(unchanged, 'stays as it is', 'stay as they are')}, ${formatCount(blank)} left blank.`}
        </p>
      )}
      {unknownColumns.length > 0 && (
        <p className={classes['counts']}>{`Not read: ${unknownColumns.join(', ')}.`}</p>
      )}
      {problems.length > 0 ? (
        <Problems problems={problems} />
      ) : (
        changes.length > 0 && <Changes changes={changes} />
      )}
    </>
  );
};

/** Uploads a file of marks: previewed first, stored completely or not at all. */
export const UploadMarks = ({ examId }: UploadMarksProps) => {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  const inputOf = (chosen: File) => {
    const form = new FormData();
    form.append('file', chosen);
    return { params: { examId }, form };
  };
  /** What the file would do, with the ETag of the marks it was compared with, or of earlier ones. */
  const preview = useMutation({
    mutationFn: async (chosen: File) => {
      const { etag } = await client.fetchQuery(examQuery(examId));
      const asked = { ...inputOf(chosen), query: { dryRun: 'true' as const } };
      return { report: await call(examResults.importResults, asked), seen: etag };
    },
  });
  const store = useMutation({
    mutationFn: (chosen: File) =>
      call(examResults.importResults, { ...inputOf(chosen), ifMatch: preview.data?.seen ?? null }),
    onSuccess: async ({ changes }) => {
      notifySuccess(`${pluralize(changes.length, 'mark is', 'marks are')} saved.`);
      await refreshExams(client);
      close?.();
    },
    // Somebody else may have saved first: shows what the file would do now.
    onError: () => file && preview.mutate(file),
  });
  useSessionHold(file !== null && !store.isSuccess);
  const close = useDialog(store.isPending);
  const failed = store.error ?? preview.error;
  const report = preview.data?.report;
  return (
    <>
      <p className={classes['intro']}>
        Download the CSV, fill in its Marks column (A for absent) and choose it here. Blank marks
        leave a student as they are.
      </p>
      <CsvDropzone
        label="CSV file with marks"
        file={file}
        rows={report?.rows}
        busy={preview.isPending || store.isPending}
        error={problem}
        onChoose={(chosen) => {
          const wrong = fileProblem(chosen);
          setProblem(wrong);
          if (wrong) return;
          setFile(chosen);
          store.reset();
          preview.mutate(chosen);
        }}
      />
      <div className={classes['report']}>
        {failed && (
          <Banner kind="error">
            {errorText(failed, 'The file could not be read. Please try again.')}
          </Banner>
        )}
        {preview.isPending && <Loading text="Reading the file..." />}
        {report && <Report report={report} />}
      </div>
      <DialogActions>
        <Button variant="default" onClick={close} disabled={store.isPending}>
          Cancel
        </Button>
        <Button
          disabled={
            store.isPending || !report || report.problemRows > 0 || report.changes.length === 0
          }
          onClick={() => file && store.mutate(file)}
        >
          {store.isPending ? 'Storing...' : 'Store Marks'}
        </Button>
      </DialogActions>
    </>
  );
};
