import { firebaseMeta } from '../../../lib/ask-identity.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Card } from '../../../ui/card.tsx';
import { CardStack } from '../../../ui/card-layout.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ChangePasswordCard } from '../change-password/change-password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { AuthenticatorCard } from '../second-factor/authenticator-card.tsx';
import classes from './security.module.css';

/** Firebase Authentication looks after it all: nothing of ours would work. */
const KeptElsewhere = () => (
  <Card title="Your sign-in">
    Your password and where you are signed in are looked after by the sign-in service of your
    university. For a new password, sign out and press Forgot Password on the sign-in page.
  </Card>
);

/** How the person who is signed in comes in. The same for all three roles. */
const SecurityPage = () => {
  const name = useSession()?.name;
  return (
    <>
      <PageHead title="Security" line={name && `How ${name} signs in to Campus`} />
      <div className={classes['page']}>
        <CardStack>
          {firebaseMeta() ? (
            <KeptElsewhere />
          ) : (
            <>
              <AuthenticatorCard />
              <ChangePasswordCard />
            </>
          )}
        </CardStack>
        {!firebaseMeta() && <SessionsCard />}
      </div>
    </>
  );
};

export default SecurityPage;
