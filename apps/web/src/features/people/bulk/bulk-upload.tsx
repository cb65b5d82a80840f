import { useEffect, useState } from 'react';
import { importLimits } from '@campus/contract';
import type { ImportReport } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { onSessionEnd } from '../../../lib/session-end.ts';
import { Banner } from '../../../ui/banner.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { studentChange } from '../people.api.ts';
import { CsvDropzone } from './csv-dropzone.tsx';
import { ImportChanges } from './import-changes.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportPreview } from './import-preview.tsx';
import { reportOptions, saveProblems, saveTemplate, uploadStudents } from './student-import.api.ts';
import type { ChosenFile, Existing } from './student-import.api.ts';
import { TransferProgress } from './transfer-progress.tsx';
import classes from './bulk-upload.module.css';

interface BulkUploadProps {
  readonly busy: boolean;
  /** With the e-mails of the new students, as far as the preview showed them. */
  readonly onUploaded: (count: number, emails: readonly string[]) => void;
  readonly onRefused: (text: string) => void;
}

/** What is wrong with a file before anybody has read it; null when nothing is. */
const refusedAtOnce = ({ name, size }: File): string | null => {
  if (!/\.csv$/i.test(name)) return 'Please select a CSV file (.csv)';
  if (size > importLimits.bytes) return 'The file is larger than 32 MB. Please split it.';
  return null;
};

const newEmails = (report: ImportReport | undefined): readonly string[] =>
  (report?.preview ?? [])
    .filter(({ outcome }) => outcome === 'create')
    .map(({ email }) => email.trim().toLowerCase());

export const BulkUpload = ({ busy, onUploaded, onRefused }: BulkUploadProps) => {
  const [chosen, setChosen] = useState<ChosenFile>({ file: null, number: 0 });
  const [existing, setExisting] = useState<Existing>('');
  const [sent, setSent] = useState(0);
  const { file } = chosen;
  useEffect(() => (file ? onSessionEnd(() => 'hold') : undefined), [file]);

  const upload = useMutation({
    mutationKey: studentChange,
    mutationFn: (given: File) => uploadStudents(given, existing, setSent),
    onSuccess: (count) => {
      onUploaded(count, newEmails(preview.data));
      setChosen(({ number }) => ({ file: null, number }));
    },
    onError: (error) => {
      onRefused(errorText(error, 'Bulk upload failed'));
      // What was ready a moment ago may be so no longer.
      if (error instanceof CallError && error.code === 'rows_invalid') void preview.refetch();
    },
  });
  const preview = useQuery({
    ...reportOptions(chosen, existing, setSent),
    enabled: !upload.isPending,
  });

  const save = useMutation({
    mutationFn: (problemsOf: File | null) =>
      problemsOf ? saveProblems(problemsOf, existing) : saveTemplate(),
    onError: (error) => onRefused(errorText(error, 'The file could not be downloaded')),
  });

  const choose = (next: File): void => {
    const refusal = refusedAtOnce(next);
    if (refusal) onRefused(refusal);
    else {
      setSent(0);
      setChosen(({ number }) => ({ file: next, number: number + 1 }));
    }
  };
  const send = (): void => {
    if (!file) {
      onRefused('Please select a file to upload');
      return;
    }
    setSent(0);
    upload.mutate(file);
  };

  const report = file ? preview.data : undefined;
  return (
    <div className={classes['bulk']}>
      <div className={classes['side']}>
        <CsvDropzone file={file} rows={report?.rows} busy={busy} onChoose={choose} />
        {report && <ImportCounts report={report} />}
        {file && (
          <SelectField
            label="Students who exist already"
            value={existing}
            disabled={busy}
            data={[
              { value: '', label: 'Show as a problem' },
              { value: 'skip', label: 'Skip the row' },
              { value: 'update', label: 'Update the student' },
            ]}
            onChange={(event) => setExisting(event.currentTarget.value as Existing)}
          />
        )}
        {(upload.isPending || preview.isFetching) && (
          <TransferProgress
            key={upload.isPending ? 'upload' : 'preview'}
            sent={sent}
            working={upload.isPending ? 'Storing the students...' : 'Checking the rows...'}
          />
        )}
        <Button
          size="md"
          fullWidth
          leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
          disabled={busy}
          onClick={send}
        >
          {upload.isPending ? 'Uploading...' : 'Upload'}
        </Button>
        {report && report.problemRows > 0 && (
          <p className={classes['note']}>
            Nothing is stored until every row is ready. Correct them in your file, then choose it
            again.
          </p>
        )}
        <div className={classes['links']}>
          {report && report.problemRows > 0 && (
            <button type="button" onClick={() => save.mutate(file)}>
              Download all problems
            </button>
          )}
          <button type="button" onClick={() => save.mutate(null)}>
            Download a template
          </button>
        </div>
      </div>
      <div className={classes['main']}>
        {!report && preview.isError && (
          <Banner kind="error">{errorText(preview.error, 'The file could not be checked')}</Banner>
        )}
        {report && report.unknownColumns.length > 0 && (
          <p className={classes['note']}>
            Columns that are not used: {report.unknownColumns.join(', ')}
          </p>
        )}
        {report && <ImportPreview key={chosen.number} report={report} />}
        {report && report.changes.length > 0 && <ImportChanges report={report} />}
      </div>
    </div>
  );
};
