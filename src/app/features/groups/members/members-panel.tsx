// The members of a group, requests to join and invitations, for those who run it.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import type { Body } from '../../../../contract/api.ts';
import type { Member, MemberChange } from '../../../../contract/people/memberships.ts';
import { memberListStatuses } from '../../../../contract/values/enums.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { ApiError } from '../../../data/http/problem.ts';
import { useList } from '../../../data/resources/use-resource.ts';
import { MoreButton } from '../../../entities/lists/more-button.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { shortDay } from '../../../format/when.ts';
import { roleName } from '../../../format/words/vocabulary.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailLink } from '../../../ui/email-text.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { useQuery } from '../../../ui/navigation/router.tsx';
import { useFirstNewRow } from '../../../ui/page/first-new-row.ts';
import { LinkTabs } from '../../../ui/page/link-tabs.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { msg, t } from '../../../words/t.ts';
import { PeopleBox } from '../people-list.tsx';
import { AddPeople } from './add-people.tsx';
import { groupCalls, type Scope } from './scope.ts';

const MemberSheet = lazy(async () => ({ default: (await import('./member-sheet.tsx')).MemberSheet }));

const Box = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '3',
    // Two buttons leave no room for a name on a phone: there they are below it.
    '& .row': { flexWrap: 'wrap' },
    '& .row > .who': { flexBasis: '9rem' },
    '& .ways': { display: 'flex', gap: '2', flexWrap: 'wrap', ms: 'auto' },
  },
});

const tabNames = { active: msg('Members'), requested: msg('Requests'), invited: msg('Invited') } as const;
const correction = 'PATCH /api/teams/{id}/people/{personId}';
const nothing = {
  active: msg('No one here yet. Invite the first person.'),
  requested: msg('No one is waiting to join.'),
  invited: msg('No open invitations.'),
};

/** `path`: the page that contains the panel. `requestCount` is shown in its tab. */
export function MembersPanel({
  scope,
  id,
  path,
  requestCount,
  onChanged,
}: {
  scope: Scope;
  id: string;
  path: string;
  requestCount: number | null;
  onChanged: () => Promise<unknown>;
}) {
  const params = useQuery();
  const open = memberListStatuses.find((one) => one === params.get('members')) ?? 'active';
  return (
    <Box>
      <LinkTabs
        label={t('Members')}
        tabs={memberListStatuses.map((status) => ({
          to: `${path}?members=${status}`,
          label:
            status === 'requested' && requestCount
              ? t('Requests {count}', { count: requestCount })
              : t(tabNames[status]),
          isOpen: status === open,
        }))}
      />
      {scope === 'team' && open === 'active' ? <AddPeople teamId={id} /> : null}
      <Members key={open} scope={scope} id={id} status={open} onChanged={onChanged} />
    </Box>
  );
}

function Members({
  scope,
  id,
  status,
  onChanged,
}: {
  scope: Scope;
  id: string;
  status: (typeof memberListStatuses)[number];
  onChanged: () => Promise<unknown>;
}) {
  const list = useList(groupCalls[scope].members, {
    params: { id },
    query: { status, limit: 50, ...(status === 'active' && { contacts: 'true' }) },
  });
  const { items, error, retry } = list;
  const { box, onMore } = useFirstNewRow<HTMLUListElement>(items?.length ?? 0);
  const { busy, failure, run } = useAction();
  const [edited, setEdited] = useState<Member | null>(null);
  /** Whether `edited` has changed since its sheet was opened, by this sheet or elsewhere: the list has the newest versions. */
  const [isOutdated, setOutdated] = useState(false);
  const refresh = async () => {
    retry();
    await onChanged();
  };
  const newest = (member: Member) =>
    (isOutdated && member === edited && items?.find(({ id }) => id === member.id)) || member;
  /** After a conflict the person sees the message, and the next save is based on the newest version. */
  const save = async <T,>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale_version') {
        setOutdated(true);
        await refresh();
      }
      throw error;
    }
  };
  const change = async (member: Member, body: Omit<MemberChange, 'version'>) => {
    const { user, version } = newest(member);
    if (!user) return;
    const params = { id, userId: user.id };
    await save(() => callApi(groupCalls[scope].change, { params, body: { version, ...body } }));
    await refresh();
  };
  const correct = async (member: Member, body: Omit<Body<typeof correction>, 'version'>) => {
    const { user, managed } = newest(member);
    if (!user || !managed) return;
    const params = { id, personId: user.id };
    await save(() => callApi(correction, { params, body: { version: managed.version, ...body } }));
    setOutdated(true);
    await refresh();
  };
  const withdraw = async (invitationId: string) => {
    await callApi(groupCalls[scope].withdraw, { params: { id, invitationId } });
    await refresh();
  };
  if (!items)
    return error ? (
      <ErrorState error={error} onRetry={retry} />
    ) : (
      <div role="status" aria-label={t('Loading the members')}>
        <Skeleton h="16rem" rounded="lg" />
      </div>
    );
  if (items.length === 0)
    return (
      <EmptyState icon="users" title={t(nothing[status])}>
        {status === 'invited' ? t('People you invite show up here until they accept.') : null}
      </EmptyState>
    );
  return (
    <>
      <FormError message={failure} />
      <PeopleBox ref={box}>
        {items.map((member) => (
          <li key={member.id} data-row={member.id}>
            <div className="row">
              <Avatar
                name={member.user?.name ?? member.invitedAs ?? ''}
                src={member.user?.avatarSrc ?? null}
                size={40}
              />
              <Who member={member} />
              <span className="ways">
                {member.can.decide ? (
                  <>
                    <Button
                      busy={busy}
                      aria-label={t('Let {name} in', { name: nameOf(member) })}
                      onClick={() =>
                        void run(
                          () => change(member, { status: 'active' }),
                          t('{name} is a member now.', { name: nameOf(member) }),
                        )
                      }
                    >
                      {t('Let in')}
                    </Button>
                    <Button
                      look="outline"
                      busy={busy}
                      aria-label={t('Turn down {name}', { name: nameOf(member) })}
                      onClick={() =>
                        void run(
                          () => change(member, { status: 'rejected' }),
                          t('{name} is turned down.', { name: nameOf(member) }),
                        )
                      }
                    >
                      {t('Turn down')}
                    </Button>
                  </>
                ) : null}
                {status === 'invited' && member.can.remove ? (
                  <Button
                    look="outline"
                    busy={busy}
                    aria-label={t('Take back the invitation for {name}', { name: nameOf(member) })}
                    onClick={() =>
                      void run(
                        () => withdraw(member.id),
                        t('The invitation for {name} is taken back.', { name: nameOf(member) }),
                      )
                    }
                  >
                    {t('Take back')}
                  </Button>
                ) : null}
                {status === 'active' && (member.can.edit || member.can.remove) ? (
                  <Button
                    look="outline"
                    aria-label={t('Edit {name}', { name: nameOf(member) })}
                    onClick={() => {
                      setOutdated(false);
                      setEdited(member);
                    }}
                  >
                    {t('Edit')}
                  </Button>
                ) : null}
              </span>
            </div>
          </li>
        ))}
      </PeopleBox>
      <MoreButton list={list} label={t('Show more')} onMore={onMore} />
      <Suspense fallback={null}>
        {edited ? (
          <MemberSheet
            member={edited}
            onChange={(body) => change(edited, body)}
            onCorrect={(body) => correct(edited, body)}
            onClose={() => setEdited(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

const nameOf = ({ user, invitedAs }: Member) => user?.name ?? invitedAs ?? t('this person');

function Who({ member }: { member: Member }) {
  const { locale, timeZone } = useViewer();
  const { role, title, jersey, status, updatedAt, email, phone, user, managed } = member;
  const since = shortDay(updatedAt, timeZone ?? 'UTC', locale);
  const line =
    status === 'active'
      ? [roleName(role), title, jersey && `#${jersey}`, user && !user.hasAccount && t('No account')]
      : [
          roleName(role),
          status === 'invited' ? t('invited {since}', { since }) : t('asked to join {since}', { since }),
        ];
  return (
    <span className="who">
      <strong>{nameOf(member)}</strong>
      <small>{line.filter(Boolean).join(' · ')}</small>
      {email || phone ? (
        <small className="contact">
          {email ? <EmailLink address={email} /> : null}
          {phone ? <a href={`tel:${phone}`}>{phone}</a> : null}
        </small>
      ) : null}
      {managed?.birthYear ? <small>{t('Born {year}', { year: managed.birthYear })}</small> : null}
      {managed?.guardianEmail ? (
        <small className="contact">
          <EmailLink address={managed.guardianEmail}>
            {t('Guardian: {email}', { email: managed.guardianEmail })}
          </EmailLink>
        </small>
      ) : null}
    </span>
  );
}
