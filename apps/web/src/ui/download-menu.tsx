import { downloadAs, type Endpoint, fileFormats, type FileFormat } from '@campus/contract';
import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useContext } from 'react';
import { call } from '../lib/call.ts';
import { useMayCall } from '../lib/may-call.tsx';
import { saveFile } from '../lib/save-download.ts';
import { IconButton, useAction } from './actions.tsx';
import { HeadingId } from './page.tsx';

const labels: Readonly<Record<FileFormat, string>> = { csv: 'CSV', xlsx: 'Excel (XLSX)' };

/** An endpoint that returns a table as a file in several formats. */
type TableEndpoint = Endpoint & { readonly download: NonNullable<Endpoint['download']> };

type Ask = (endpoint: TableEndpoint, asked: object) => Promise<unknown>;
const callTable: Ask = (endpoint, asked) => call(endpoint, asked as never);

export interface DownloadMenuProps {
  readonly endpoint: TableEndpoint;
  /** The query of the list on screen; paging is left out. */
  readonly query?: object | undefined;
  readonly params?: object;
  /** Name of the file, where the endpoint's own says too little. */
  readonly name?: string;
  /** Where more than a query is sent. */
  readonly ask?: Ask;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
}

/** Downloads all pages of a table as a file. */
export const DownloadMenu = (props: DownloadMenuProps) => {
  const { endpoint, query, params, name, ask = callTable, disabled = false, className } = props;
  const saving = useAction({
    run: async (format: FileFormat) => {
      const whole = { limit: undefined, page: undefined, cursor: undefined };
      const asked = { params, query: { ...query, ...whole, format }, slow: true };
      const reply = await ask(endpoint, asked);
      const fileName = name ? `${name}.${format}` : downloadAs(endpoint.download, format).fileName;
      saveFile(new Blob([reply as BlobPart]), fileName);
    },
    failed: 'The file could not be created. Please try again.',
  });
  const may = useMayCall();
  const headingId = useContext(HeadingId);
  if (!may(endpoint)) return null;
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      // Focuses the first item: a focusable placeholder is not allowed in a menu.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <IconButton
          className={className ?? ''}
          variant="default"
          icon={IconDownload}
          aria-describedby={headingId}
          // Not disabled while downloading: a disabled button loses the focus.
          disabled={disabled}
        >
          {saving.isPending ? 'Downloading...' : 'Download'}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {fileFormats.map((format) => (
          <Menu.Item key={format} disabled={saving.isPending} onClick={() => saving.mutate(format)}>
            {labels[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
