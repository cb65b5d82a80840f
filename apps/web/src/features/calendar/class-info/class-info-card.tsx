import { sizeInWords, type TeacherClassInfo, classInfo } from '@campus/contract';
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dayOfInstant } from '../../../lib/instant.ts';
import { refresh } from '../../../lib/query.ts';
import { saveFile } from '../../../lib/save-download.ts';
import { Card } from '../../../ui/page.tsx';
import { ActionButton, DialogButton, ConfirmButton } from '../../../ui/actions.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { PdfUpload } from '../pdf-upload.tsx';
import { pdfOfReply } from '../pdf-reply.ts';
import { type Audience, classInfoOf, classInfoOptions } from './class-info.api.ts';
import classes from './class-info-card.module.css';

const fileLine = ({ size, uploadedAt }: TeacherClassInfo): string =>
  `${sizeInWords(size)} · uploaded ${dayOfInstant(uploadedAt)}`;

/** Whether the file is this audience's own: the file for all teachers cannot be removed for one of them. */
const isOwn = (info: TeacherClassInfo, audience: Audience): boolean =>
  audience === null || !info.forAll;

/** The file, with a button to download it. */
export const FileRow = ({ info, audience }: { info: TeacherClassInfo; audience: Audience }) => {
  const save = async (): Promise<void> => {
    const pdf = pdfOfReply(await classInfoOf(audience).readFile());
    if (pdf) saveFile(pdf.file, info.fileName);
  };
  return (
    <div className={classes['file']}>
      <div>
        <span className={classes['name']}>{info.fileName}</span>
        <span className={classes['line']}>{fileLine(info)}</span>
      </div>
      <ActionButton
        icon={IconDownload}
        variant="default"
        label="Download"
        run={save}
        failed="The file could not be downloaded."
      />
    </div>
  );
};

const audienceText = (info: TeacherClassInfo | null, audience: Audience): string => {
  if (audience === null)
    return info
      ? 'Every teacher without a file of their own sees this one.'
      : 'No class information yet. Upload a PDF for all teachers.';
  if (!info) return 'No class information yet.';
  return info.forAll ? 'Sees the file for all teachers:' : 'Sees a file of their own:';
};

/** For administrators: the class information of all teachers, or of one. */
export const ClassInfoCard = ({ audience }: { readonly audience: Audience }) => {
  const client = useQueryClient();
  const query = useQuery(classInfoOptions(audience));
  return (
    <Card title="Class information">
      <Loaded query={query} what="class information" rows={2} columns={2}>
        {(info) => {
          const own = info && isOwn(info, audience);
          return (
            <>
              <p className={classes['who']}>{audienceText(info, audience)}</p>
              {info && <FileRow info={info} audience={audience} />}
              <div className={classes['actions']}>
                {own && (
                  <ConfirmButton
                    needs={audience === null ? classInfo.removeGeneral : classInfo.removeOfTeacher}
                    icon={IconTrash}
                    variant="subtle"
                    color="brick"
                    label="Remove"
                    title="Remove class information?"
                    action={{
                      run: () => classInfoOf(audience).remove(),
                      done: () => 'Class information removed.',
                      failed: 'The class information could not be removed.',
                      refreshes: ['/class-info'],
                    }}
                  >
                    {audience === null
                      ? 'Teachers without a file of their own will see none.'
                      : 'This teacher will see the file for all teachers again.'}
                  </ConfirmButton>
                )}
                <DialogButton
                  needs={audience === null ? classInfo.uploadGeneral : classInfo.uploadOfTeacher}
                  icon={IconUpload}
                  variant="light"
                  label={own ? 'Replace' : audience ? 'Upload for this teacher' : 'Upload'}
                  title="Upload class information"
                >
                  <PdfUpload
                    send={classInfoOf(audience).upload}
                    onStored={() => {
                      void refresh(client, '/class-info');
                      notifySuccess('Class information uploaded.');
                    }}
                    failed="Failed to upload class information. Please try again."
                  />
                </DialogButton>
              </div>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
};
