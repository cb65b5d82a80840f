import { accounts } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { May } from '../../../lib/may-call.tsx';
import { refresh, refreshPeople } from '../../../lib/query.ts';
import { AccountCard } from '../../accounts/account-card.tsx';
import { PersonalDataCard } from '../../privacy/personal-data-card.tsx';
import { PictureCard } from '../../profiles/picture/picture-card.tsx';

interface AccountAndPictureProps {
  readonly kind: 'student' | 'teacher';
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly marker: string | null;
}

/** Beside a record: the account, the picture and the personal data. A registrar may change anybody's picture. */
export const AccountAndPicture = ({ id, ...person }: AccountAndPictureProps) => {
  const client = useQueryClient();
  return (
    <>
      <May call={accounts.readAccount}>
        <AccountCard personId={id} onDone={() => void refreshPeople(client)} />
      </May>
      <PictureCard {...person} own={false} onStored={() => refresh(client, '/people')} />
      <PersonalDataCard personId={id} name={person.name} />
    </>
  );
};
