import { handIns, type HandInVersion } from '@campus/contract';
import { call } from '../../../lib/call.ts';
import { useTimeOnCampus } from '../../../lib/campus.ts';
import { saveFile } from '../../../lib/save-download.ts';
import { FileList } from '../files/file-list.tsx';
import { ShownFile } from './shown-file.tsx';
import classes from './work.module.css';

interface ContentProps {
  readonly one: HandInVersion;
  /** Whether one of its files is shown. */
  readonly opens?: boolean | undefined;
}

const Content = ({ one, opens = false }: ContentProps) => (
  <div className={classes['content']}>
    {one.text && <p className={classes['text']}>{one.text}</p>}
    <FileList
      label={`Files of version ${one.version}`}
      files={one.files}
      onSave={async ({ id, name }) => {
        const file = await call(handIns.readHandInFile, { params: { fileId: id } });
        saveFile(file as Blob, name);
      }}
    />
    {opens && <ShownFile key={one.version} files={one.files} />}
  </div>
);

interface VersionsProps {
  readonly versions: readonly HandInVersion[];
  /** Whether the newest version's files are shown here. */
  readonly opens?: true;
}

/** What was handed in: the newest version open, earlier ones folded. */
export const Versions = ({ versions, opens }: VersionsProps) => {
  /** By the campus clock, like the deadline it is compared with. */
  const formatTime = useTimeOnCampus();
  const when = ({ handedInAt, late }: HandInVersion): string =>
    `${formatTime(handedInAt)}${late ? ', late' : ''}`;
  const [newest, ...former] = versions;
  if (!newest) return null;
  return (
    <>
      <p className={classes['when']}>
        {`Handed in ${when(newest)}${former.length > 0 ? `, version ${newest.version}` : ''}`}
      </p>
      <Content one={newest} opens={opens} />
      {former.map((one) => (
        <details key={one.version} className={classes['former']}>
          <summary>{`Version ${one.version}, ${when(one)}`}</summary>
          <Content one={one} />
        </details>
      ))}
    </>
  );
};
