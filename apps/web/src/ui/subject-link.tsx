import { Link } from '@tanstack/react-router';
import { subjectLabel } from '../lib/subject-label.ts';
import { usePerson } from '../lib/use-session.ts';

interface SubjectLinkProps {
  readonly id: string;
  readonly subjectName: string;
  readonly subjectCode: string;
}

/** The name of a subject, and the way to its page of the signed-in person. */
export const SubjectLink = ({ id, ...names }: SubjectLinkProps) => {
  const { role } = usePerson();
  return (
    <Link to={`/${role}/${role === 'student' ? 'subjects' : 'classes'}/${id}`}>
      {subjectLabel(names)}
    </Link>
  );
};
