import { PersonAccountPage } from '../../accounts/person-account.page.tsx';
import { PersonalDataCard } from '../../privacy/personal-data-card.tsx';

/** The account and data of a person without a record, such as an administrator. */
const Page = () => (
  <PersonAccountPage
    renderMore={({ personId, name }) => <PersonalDataCard personId={personId} name={name} />}
  />
);

export default Page;
