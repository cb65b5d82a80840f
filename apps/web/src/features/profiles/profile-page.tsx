import { privacy } from '@campus/contract';
import { IconDownload, IconUserCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import campus from '../../assets/campus.svg';
import { saveDownload } from '../../lib/save-download.ts';
import { usePerson } from '../../lib/use-session.ts';
import { Card, CardColumns, Page } from '../../ui/page.tsx';
import { type DefinitionItem, DefinitionList } from '../../ui/definition-list.tsx';
import { EmptyState, ErrorState, Loading, SkeletonBar, SkeletonRows } from '../../ui/loaded.tsx';
import { ActionButton } from '../../ui/actions.tsx';
import { OptionalValue } from '../../ui/optional-value.tsx';
import { PictureCard } from './picture/picture-card.tsx';
import type { Kind } from './profiles.api.ts';
import classes from './profile-page.module.css';

interface ProfileCardProps {
  readonly name: string | null | undefined;
  readonly email: string | null | undefined;
  /** One list of fields, or two side by side. */
  readonly columns: readonly (readonly DefinitionItem[])[];
}

/** A person's name, e-mail and all fields; blank ones show N/A. */
const ProfileCard = ({ name, email, columns }: ProfileCardProps) => (
  <Card flush className={classes['card']}>
    <img className={classes['strip']} src={campus} alt="" />
    <div className={classes['body']}>
      <h2 className={classes['name']}>
        <OptionalValue value={name} />
      </h2>
      <p className={classes['email']}>
        <OptionalValue value={email} />
      </p>
      <div className={classes['columns']} data-columns={columns.length > 1 ? 2 : undefined}>
        {columns.map((items) => (
          <DefinitionList key={items[0]?.[0]} items={items} />
        ))}
      </div>
    </div>
  </Card>
);

interface ProfilePageProps<Profile, Image extends keyof Profile> {
  readonly title: string;
  readonly kind: Kind;
  readonly options: (email: string) => UseQueryOptions<Profile>;
  /** The profile's field with the marker of its image. */
  readonly image: Image;
  /** One list of fields, or two side by side. */
  readonly columnsOf: (profile: Profile) => readonly (readonly DefinitionItem[])[];
}

const isBlank = (profile: object): boolean =>
  !Object.values(profile).some((value) => value !== null && value !== '');

const Skeleton = () => (
  <Loading text="Loading profile...">
    <CardColumns side={320}>
      <Card className={classes['picture']}>
        <SkeletonBar width={184} height={218} />
        <SkeletonBar height={42} />
      </Card>
      <Card>
        <SkeletonBar height={128} />
        <SkeletonRows rows={6} columns={2} />
      </Card>
    </CardColumns>
  </Loading>
);

/** Downloads everything that Campus keeps about the signed-in person. */
const OwnData = () => (
  <ActionButton
    icon={IconDownload}
    variant="light"
    label="Download my data"
    run={() => saveDownload(privacy.exportOwn, { slow: true })}
    failed="Your data could not be exported. Please try again."
  />
);

/** The signed-in person's profile in every state: the picture beside the fields. */
export const ProfilePage = <
  Image extends string,
  Profile extends { readonly name: string; readonly email: string } & Readonly<
    Record<Image, string | null>
  >,
>(
  props: ProfilePageProps<Profile, Image>,
) => {
  const { title, kind, image, columnsOf } = props;
  const { email } = usePerson();
  const options = props.options(email);
  const client = useQueryClient();
  const { data, isFetched, refetch } = useQuery(options);
  const content = (): ReactNode => {
    if (!isFetched) return <Skeleton />;
    if (data && !isBlank(data))
      return (
        <CardColumns side={320}>
          <PictureCard
            kind={kind}
            own
            email={email}
            name={data.name}
            marker={data[image]}
            onStored={(marker) =>
              client.setQueryData<Profile>(
                options.queryKey,
                (profile) => profile && { ...profile, [image]: marker },
              )
            }
          />
          <ProfileCard name={data.name} email={data.email} columns={columnsOf(data)} />
        </CardColumns>
      );
    return (
      <Card>
        {data === undefined ? (
          <ErrorState text="Failed to load profile. Please try again." onRetry={refetch} />
        ) : (
          <EmptyState icon={IconUserCircle} text="No profile data available" />
        )}
      </Card>
    );
  };
  return (
    <Page title={title} actions={<OwnData />}>
      {content()}
    </Page>
  );
};
