import { type AssignmentFile, sizeInWords } from '@campus/contract';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useAction } from '../../../ui/actions.tsx';
import classes from './files.module.css';

interface FileListProps {
  readonly label: string;
  readonly files: readonly AssignmentFile[];
  readonly onSave: (file: AssignmentFile) => Promise<void>;
  /** Given when files can be removed. */
  readonly onRemove?: (file: AssignmentFile) => void;
}

/** Stored files, each a button that downloads it. */
export const FileList = ({ label, files, onSave, onRemove }: FileListProps) => {
  const save = useAction({ run: onSave, failed: 'The file could not be loaded.' });
  if (files.length === 0) return null;
  return (
    <ul className={classes['files']} aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            className={classes['save']}
            disabled={save.isPending && save.variables.id === file.id}
            onClick={() => save.mutate(file)}
          >
            <IconDownload size={18} stroke={1.75} aria-hidden />
            <span className={classes['name']}>{file.name}</span>
            <span className={classes['size']}>{sizeInWords(file.size)}</span>
          </button>
          {onRemove && (
            <button
              type="button"
              className={classes['remove']}
              aria-label={`Remove ${file.name}`}
              onClick={() => onRemove(file)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
};
