import { type Erasure, people, privacy } from '@campus/contract';
import { IconDownload, IconUserX } from '@tabler/icons-react';
import { May } from '../../lib/may-call.tsx';
import { call } from '../../lib/call.ts';
import { useReply } from '../../lib/query.ts';
import { saveFile } from '../../lib/save-download.ts';
import { DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ButtonRow, Card } from '../../ui/page.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ActionButton, DialogButton } from '../../ui/actions.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './personal-data-card.module.css';

interface PersonProps {
  readonly personId: string;
  readonly name: string;
}

const Amounts = ({ title, of }: { readonly title: string; readonly of: Erasure['removed'] }) =>
  of.length > 0 && (
    <section>
      <h3>{title}</h3>
      <DefinitionList items={of.map(({ what, count }) => [what, count])} />
    </section>
  );

/** Shows what would go and what would stay, in figures; the person's e-mail must be typed to confirm. */
const EraseForm = ({ personId, name, erasure }: PersonProps & { readonly erasure: Erasure }) => {
  const { email, refusal, removed, blanked, stays } = erasure;
  const { fieldProps, props } = useForm({
    draftKey: null,
    initial: { email: '' },
    check: (values) => ({
      email: values.email.trim().toLowerCase() !== email && `Type ${email} to confirm`,
    }),
    send: (values) =>
      call(privacy.erasePerson, { params: { id: personId }, body: { email: values.email } }),
    done: () => `${name} is erased.`,
    // Only lists: what was fetched by the person's e-mail no longer exists.
    refreshes: ['/people', '/admins', people.listStudents.path, people.listFaculty.path],
    failed: 'Nothing was erased. Please try again.',
  });
  return (
    <DialogForm
      {...props}
      {...(refusal === null && { action: 'Erase permanently', busyAction: 'Erasing...' })}
      lead={
        refusal ??
        `This cannot be undone. Campus will no longer know who ${name} was: marks and results are kept under a pseudonym, so that percentages, results and the records of others stay true. Earlier backups still contain everything until they are deleted.`
      }
    >
      {refusal === null && (
        <div className={classes['amounts']}>
          <Amounts title="Deleted, with the account and every session" of={removed} />
          <Amounts title="Kept without identifying details" of={blanked} />
          <Amounts title="Kept under the pseudonym" of={stays} />
          <TextField
            label={`Type ${email} to confirm`}
            autoComplete="off"
            {...fieldProps('email')}
          />
        </div>
      )}
    </DialogForm>
  );
};

const Erase = (person: PersonProps) => (
  <Loaded
    query={useReply(privacy.previewErasure, { params: { id: person.personId }, staleTime: 0 })}
    what="what would be erased"
    rows={6}
    columns={2}
  >
    {(erasure) => <EraseForm {...person} erasure={erasure} />}
  </Loaded>
);

/** Downloads everything about one person, or erases their identity. */
export const PersonalDataCard = ({ personId, name }: PersonProps) => {
  const download = async (): Promise<void> => {
    const zip = await call(privacy.exportPerson, { params: { id: personId }, slow: true });
    saveFile(zip as Blob, `${name}.zip`);
  };
  return (
    <May call={privacy.exportPerson}>
      <Card title="Personal Data">
        <div className={classes['content']}>
          <p>
            A ZIP file with everything that is kept about {name}. Erasing takes away what tells who
            it was, and leaves marks and results under a pseudonym.
          </p>
          <ButtonRow wide>
            <ActionButton
              icon={IconDownload}
              variant="default"
              label="Export data"
              busyLabel="Exporting..."
              run={download}
              failed="The data could not be exported. Please try again."
            />
            <DialogButton
              icon={IconUserX}
              needs={privacy.erasePerson}
              variant="subtle"
              color="brick"
              label="Erase"
              title={`Erase ${name}`}
            >
              <Erase personId={personId} name={name} />
            </DialogButton>
          </ButtonRow>
        </div>
      </Card>
    </May>
  );
};
