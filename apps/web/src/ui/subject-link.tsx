import { Link } from '@tanstack/react-router';
import { subjectLabel } from '../lib/subject-label.ts';
import { usePerson } from '../lib/use-session.ts';

interface SubjectLinkProps {
  readonly id: string;
  readonly subjectName: string;
  readonly subjectCode: string;
}

/** The name of a subject, linked to its page for the signed-in person's role. */
export const SubjectLink = ({ id, ...names }: SubjectLinkProps) => {
  const { role } = usePerson();
  return (
    <Link to={`/${role}/${role === 'student' ? 'subjects' : 'classes'}/${id}`}>
      {subjectLabel(names)}
    </Link>
  );
};
