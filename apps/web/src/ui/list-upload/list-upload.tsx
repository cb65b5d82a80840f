import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { errorText } from '../../lib/error-text.ts';
import { Banner } from '../banner.tsx';
import { SelectField } from '../fields.tsx';
import type { Existing } from './upload-list.ts';
import { CsvDropzone } from '../csv-dropzone.tsx';
import { ImportChanges } from './import-changes.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportPreview } from './import-preview.tsx';
import { TransferProgress } from './transfer-progress.tsx';
import { useListUpload } from './use-list-upload.ts';
import type { ListUploadProps } from './use-list-upload.ts';
import classes from './list-upload.module.css';

/** A list as a file: chosen, previewed, stored with one click or not at all. */
export const ListUpload = (props: ListUploadProps) => {
  const { list, busy } = props;
  const bulk = useListUpload(props);
  const { chosen, phase, report } = bulk;
  const working = {
    storing: `Storing the ${list.many}...`,
    cancelling: 'Making sure that nothing was stored...',
    checking: 'Checking the rows...',
  };
  const bad = report !== undefined && report.problemRows > 0;
  return (
    <div className={classes['bulk']}>
      <div className={classes['side']}>
        <CsvDropzone
          label={list.fileLabel}
          file={chosen.file}
          rows={report?.rows}
          busy={busy}
          onChoose={bulk.choose}
        />
        {report && <ImportCounts list={list} report={report} />}
        {chosen.file && (
          <SelectField
            label={list.existing.label}
            value={bulk.existing}
            disabled={busy}
            data={list.existing.choices}
            onChange={(event) => bulk.choosePolicy(event.currentTarget.value as Existing)}
          />
        )}
        {phase && (
          <TransferProgress
            key={phase}
            sent={bulk.sent}
            working={working[phase]}
            onCancel={phase === 'cancelling' ? undefined : bulk.cancel}
          />
        )}
        <Button
          size="md"
          fullWidth
          leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
          disabled={busy}
          onClick={bulk.send}
        >
          {phase === 'storing' ? 'Uploading...' : 'Upload'}
        </Button>
        {bad && (
          <p className={classes['note']}>
            Nothing is stored until every row is ready. Correct them in your file, then choose it
            again.
          </p>
        )}
        <div className={classes['links']}>
          {bad && (
            <button type="button" onClick={bulk.saveProblems}>
              Download all problems
            </button>
          )}
          <button type="button" onClick={bulk.saveTemplate}>
            Download a template
          </button>
        </div>
      </div>
      <div className={classes['main']}>
        {!report && bulk.unreadable && (
          <Banner kind="error">
            {errorText(bulk.unreadable, 'The file could not be checked')}
          </Banner>
        )}
        {report && report.unknownColumns.length > 0 && (
          <p className={classes['note']}>
            Columns that are not used: {report.unknownColumns.join(', ')}
          </p>
        )}
        {report && <ImportPreview key={chosen.number} list={list} report={report} />}
        {report && report.changes.length > 0 && <ImportChanges list={list} report={report} />}
      </div>
    </div>
  );
};
