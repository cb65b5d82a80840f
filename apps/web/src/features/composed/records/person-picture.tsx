import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../../lib/query.ts';
import { PictureCard } from '../../profiles/picture/picture-card.tsx';

interface PersonPictureProps {
  readonly kind: 'student' | 'teacher';
  readonly email: string;
  readonly name: string;
  readonly marker: string | null;
}

/** The picture beside a record: a registrar may change it for anybody. */
export const PersonPicture = (person: PersonPictureProps) => {
  const client = useQueryClient();
  return <PictureCard {...person} own={false} onStored={() => refresh(client, '/people')} />;
};
