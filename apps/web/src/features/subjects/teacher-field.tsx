import { subjectFields } from '@campus/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { PersonField, type PersonFieldProps } from './person-field.tsx';
import { teachersOptions } from './subjects.api.ts';

/** The teacher's e-mail as plain text, with the teachers whose name or e-mail fits offered below. */
export const TeacherField = (props: PersonFieldProps) => {
  const [search] = useDebouncedValue(props.value.trim(), 200);
  const { data = [] } = useQuery(teachersOptions(search));
  const { label } = subjectFields.emailId;
  return <PersonField {...props} label={label} found={data} foundLabel="Teachers who fit" />;
};
