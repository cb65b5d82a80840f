import { useSession } from '../../../lib/use-session.ts';
import { CardStack } from '../../../ui/card-layout.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ChangePasswordCard } from '../change-password/change-password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import classes from './security.module.css';

/** How the person who is signed in comes in. The same for all three roles. */
const SecurityPage = () => {
  const name = useSession()?.name;
  return (
    <>
      <PageHead title="Security" line={name && `How ${name} signs in to Campus`} />
      <div className={classes['page']}>
        <CardStack>
          <ChangePasswordCard />
        </CardStack>
        <SessionsCard />
      </div>
    </>
  );
};

export default SecurityPage;
