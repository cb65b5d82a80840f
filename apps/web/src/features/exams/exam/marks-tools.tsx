import { resultsFile } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { call } from '../../../lib/call.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import classes from './exam.module.css';

interface Filter {
  readonly search: string;
  readonly missingOnly: boolean;
}

interface MarksToolsProps {
  readonly examId: string;
  readonly filter: Filter;
  readonly onFilter: (change: Partial<Filter>) => void;
  /** Nothing can be changed. */
  readonly disabled: boolean;
  readonly onUpload: () => void;
}

/** Finding students, the keys, and the ways in and out as a file. */
export const MarksTools = ({ examId, filter, onFilter, disabled, onUpload }: MarksToolsProps) => {
  const download = useAction({
    run: () => {
      const answer = call(resultsFile.exportResults, { params: { examId } });
      return saveDownload(resultsFile.exportResults, answer);
    },
    failed: 'The file could not be made. Please try again.',
  });
  return (
    <div className={classes['tools']}>
      <SearchField
        className={classes['search']}
        label="Find a student"
        placeholder="Search name or number"
        value={filter.search}
        onSearch={(search) => onFilter({ search })}
      />
      <Checkbox
        label="Missing only"
        className={classes['check'] ?? ''}
        checked={filter.missingOnly}
        onChange={(event) => onFilter({ missingOnly: event.currentTarget.checked })}
      />
      {!disabled && (
        <ul className={classes['hints']} aria-label="Keys">
          <li>
            <kbd>A</kbd> Absent
          </li>
          <li>
            <kbd>↓</kbd>
            <kbd>Enter</kbd> Next
          </li>
          <li>
            <kbd>Ctrl</kbd>
            <kbd>V</kbd> Paste a column
          </li>
        </ul>
      )}
      <div className={classes['files']}>
        <IconButton variant="default" icon={IconDownload} onClick={() => download.mutate()}>
          Download CSV
        </IconButton>
        {!disabled && (
          <IconButton variant="default" icon={IconUpload} onClick={onUpload}>
            Upload CSV
          </IconButton>
        )}
      </div>
    </div>
  );
};
