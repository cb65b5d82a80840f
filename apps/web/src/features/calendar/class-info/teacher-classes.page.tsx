import { ClassInfoFrame } from './class-info-frame.tsx';
import { MySubjects } from './my-subjects.tsx';
import { useSession } from '../../../lib/use-session.ts';
import { CardStack } from '../../../ui/card-layout.tsx';
import { PageHead } from '../../../ui/page-head.tsx';

/** What a teacher teaches, and what there is to know about the classes. */
const Page = () => {
  const email = useSession()?.email;
  return (
    <>
      <PageHead title="Classes" />
      {email !== undefined && (
        <CardStack>
          <MySubjects email={email} />
          <ClassInfoFrame email={email} />
        </CardStack>
      )}
    </>
  );
};

export default Page;
