// Starts a team's next season: its name then, and the members who stay. Its content is a draft on the device.

import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Team } from '../../../../contract/people/groups.ts';
import type { Member } from '../../../../contract/people/memberships.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { readDraft, saveDraft } from '../../../data/forms/local-drafts.ts';
import { useReadOnly } from '../../../data/forms/use-read-only.ts';
import { callApi } from '../../../data/http/call.ts';
import { newId } from '../../../data/http/new-id.ts';
import { formErrors } from '../../../data/http/write-problems.ts';
import { useAdopt } from '../../../data/resources/adopt.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { useSession } from '../../../data/session/session.ts';
import { roleName } from '../../../format/words/vocabulary.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, TextField } from '../../../ui/forms/field.tsx';
import { rememberPage } from '../../../ui/navigation/remember-page.ts';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { announce } from '../../../words/announce.ts';
import { t } from '../../../words/t.ts';
import { seasonAfter } from './season-after.ts';

const Form = chakra('form', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' } });
const About = chakra('p', { base: { color: 'fg.muted' } });
const People = chakra('fieldset', {
  base: {
    '& legend': { fontWeight: '600', fontSize: 'sm', mb: '1' },
    '& label': { display: 'flex', alignItems: 'center', gap: '3', minH: '3.25rem', cursor: 'pointer' },
    '& label > span:last-of-type': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
    '& label:has(:disabled)': { cursor: 'default' },
    '& input': { w: '5', h: '5', accentColor: 'var(--brand)', flexShrink: '0' },
    '& strong': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& small': { fontSize: 'sm', color: 'fg.muted' },
  },
});

/** The draft; `left`: the members who do not stay. `wasSent`: it was sent before, but no answer came. */
type Plan = { id: string; season: string; name: string; left: string[]; wasSent?: boolean };

const isPlan = (value: unknown): value is Plan => {
  const { id, season, name, left } = (value ?? {}) as Record<string, unknown>;
  return [id, season, name].every((text) => typeof text === 'string') && Array.isArray(left);
};

type Person = Member & { user: NonNullable<Member['user']> };
/** Owners and admins run the new team, too, so that it always has an owner. */
const alwaysStays = ({ role }: Member) => role === 'owner' || role === 'admin';

export function NextSeasonSheet({ team, onClose }: { team: Team; onClose: () => void }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const adopt = useAdopt();
  const userId = user?.id ?? '';
  const draftName = `next season ${team.id}`;
  const [plan, setPlan] = useState<Plan>(
    () =>
      readDraft(userId, draftName, isPlan) ?? {
        id: newId(),
        season: seasonAfter(team.season),
        name: team.name,
        left: [],
      },
  );
  const [errors, setErrors] = useState<ReturnType<typeof formErrors>>({ form: null, fields: {} });
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useReadOnly(form, busy);
  const people = useMembers(team.id);
  const change = (fields: Partial<Plan>) => {
    // The sheet closes once it is started, so what is typed until then would be lost.
    if (busy) return;
    const next = { ...plan, ...fields };
    setPlan(next);
    saveDraft(userId, draftName, next);
  };
  const coming = people.items.filter((one) => alwaysStays(one) || !plan.left.includes(one.user.id));

  const start = async (close: () => void) => {
    if (busy) return;
    setBusy(true);
    setErrors({ form: null, fields: {} });
    const isHere = rememberPage();
    try {
      const { id, season, name, wasSent } = plan;
      const memberIds = coming.map((one) => one.user.id);
      // Also stores an untouched form: its id must be the same after a reload.
      change({ wasSent: true });
      const made = await callApi('POST /api/teams/{id}/next-season', {
        params: { id: team.id },
        body: { id, season, name, memberIds },
      });
      saveDraft(userId, draftName, null);
      await adopt('GET /api/teams/{id}', { params: { id: made.id } }, made);
      await adopt('GET /api/teams/{id}', { params: { id: team.id } }, null);
      close();
      const said = t('This is the team for season {season}. The previous one stays as it was.', {
        season: made.season ?? season,
      });
      // Someone who runs the club only is in the new team if it would have no owner.
      const expected = made.membership ? [...new Set([...memberIds, userId])] : memberIds;
      const missed = wasSent ? missedChanges(made, plan, expected) : [];
      const whole = missed.length === 0 ? said : `${said} ${missedText(missed)}`;
      if (isHere()) navigate(`/teams/${made.id}`, { state: { said: whole } });
      else announce(whole);
    } catch (error) {
      const { fields, form: said } = formErrors(error);
      const { season, name, ...others } = fields;
      setErrors({
        form: [said, ...Object.values(others)].filter(Boolean).join(' ') || null,
        fields: { ...(season && { season }), ...(name && { name }) },
      });
      focusInvalid(form.current);
      // A member has left meanwhile.
      if (others.memberIds) people.retry();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet title={t('Next season')} onClose={onClose}>
      {(close) => (
        <Form
          ref={form}
          noValidate
          onSubmit={(event: React.FormEvent) => {
            event.preventDefault();
            void start(close);
          }}
        >
          <About>
            {t(
              'We start a new team with the same settings and its own invite link. This one keeps its members, events and history.',
            )}
          </About>
          {team.addsEvents ? (
            <About>
              {t(
                'Here, series without an end get no new dates, and followed calendars stop. Set them up again in the new team.',
              )}
            </About>
          ) : null}
          <TextField
            label={t('Season')}
            name="season"
            autoComplete="off"
            maxLength={limits.seasonMax}
            placeholder="2026/27"
            value={plan.season}
            error={errors.fields.season}
            onChange={(event) => change({ season: event.target.value })}
          />
          <TextField
            label={t('Name')}
            name="name"
            autoComplete="off"
            maxLength={limits.nameMax}
            value={plan.name}
            error={errors.fields.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          {people.isWhole ? (
            <People>
              <legend>{t("Who's coming along")}</legend>
              {people.items.map((one) => (
                <label key={one.user.id}>
                  <input
                    type="checkbox"
                    checked={coming.includes(one)}
                    disabled={alwaysStays(one)}
                    onChange={(event) =>
                      change({
                        left: event.currentTarget.checked
                          ? plan.left.filter((id) => id !== one.user.id)
                          : [...plan.left, one.user.id],
                      })
                    }
                  />
                  <Avatar name={one.user.name} src={one.user.avatarSrc} size={36} />
                  <span>
                    <strong>{one.user.name}</strong>
                    <small>{aboutText(one)}</small>
                  </span>
                </label>
              ))}
            </People>
          ) : people.error ? (
            <ErrorState error={people.error} onRetry={people.retry} />
          ) : (
            <div role="status" aria-label={t('Loading the members')}>
              <Skeleton h="12rem" rounded="lg" />
            </div>
          )}
          <FormError message={errors.form} />
          <Button type="submit" shape="wide" busy={busy} disabled={!people.isWhole}>
            {busy
              ? t('Starting…')
              : t('Start with {count, plural, one {# member} other {# members}}', { count: coming.length })}
          </Button>
        </Form>
      )}
    </Sheet>
  );
}

/** What an earlier try, whose answer was lost, has started differently: the server returns that team. */
function missedChanges(made: Team, plan: Plan, memberIds: readonly string[]): string[] {
  const isRoster =
    made.memberCount === memberIds.length && (made.roster ?? []).every(({ id }) => memberIds.includes(id));
  return [
    made.season !== plan.season.trim() && t('Season'),
    made.name !== plan.name.trim() && t('Name'),
    !isRoster && t('Members'),
  ].filter((one) => one !== false);
}

const missedText = (missed: readonly string[]) =>
  t('It had already started with what you sent first. Check: {fields}.', { fields: missed.join(', ') });

const aboutText = (member: Member) =>
  [
    roleName(member.role),
    member.title,
    member.jersey && `#${member.jersey}`,
    alwaysStays(member) && t('always comes along'),
  ]
    .filter(Boolean)
    .join(' · ');

/** All active members; `isWhole` once every page is loaded. */
function useMembers(id: string) {
  const { items, whole, error, retry } = useWholeList('GET /api/teams/{id}/members', {
    params: { id },
    query: { status: 'active', limit: 100 },
  });
  return {
    items: (items ?? []).filter((one): one is Person => one.user !== null),
    isWhole: whole !== undefined,
    error,
    retry,
  };
}
