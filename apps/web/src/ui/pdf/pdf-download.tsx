import { IconDownload } from '@tabler/icons-react';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import classes from './pdf.module.css';

interface PdfDownloadProps {
  readonly file: Blob;
  readonly fileName: string;
}

const point = (link: HTMLAnchorElement, url: string): void => {
  link.href = url;
};

/** The file itself, to keep: always there, whatever the browser can show. */
export const PdfDownload = ({ file, fileName }: PdfDownloadProps) => {
  const link = useObjectUrl(file, point);
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address is set with the element
    <a className={classes['download']} ref={link} href="#" download={fileName}>
      <IconDownload size={18} stroke={1.75} aria-hidden />
      Download PDF
    </a>
  );
};
