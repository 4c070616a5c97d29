// A preview of my profile as other people see it.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Profile } from '../../../../contract/people/me.ts';
import { typeName } from '../../../format/words/vocabulary.ts';
import { t } from '../../../words/t.ts';
import { PersonView } from '../person-view.tsx';
import { type ViewerRole, viewAs } from './view-as.ts';

const Page = chakra('div', {
  base: {
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'xl',
    overflow: 'hidden',
    pb: '5',
    '& .none': { px: { base: '4', sm: '5', lg: '8' }, pt: '5', color: 'fg.muted' },
    '& > .head': {
      px: { base: '4', sm: '5', lg: '8' },
      pt: '5',
      pb: '1.5',
      '& h3': { fontSize: 'xl', fontWeight: '800' },
      '& p': { color: 'fg.muted' },
    },
  },
});

export function SeenBy({ me, viewerRole, now }: { me: Profile; viewerRole: ViewerRole; now: number }) {
  const seen = viewAs(me, viewerRole, now);
  if (!seen)
    return (
      <Page>
        <p className="none">
          {t("Visitors can't find you: you have no public page and you're not listed.")}{' '}
          {me.profile.isPublic
            ? t('Confirm your e-mail address and your profile becomes public.')
            : t('Make your profile public so people can find you.')}
        </p>
      </Page>
    );
  const isEmpty =
    !seen.activities?.length &&
    !seen.bio &&
    !seen.level &&
    !seen.languages?.length &&
    !seen.qualifications?.length &&
    !seen.email &&
    !seen.phone;
  return (
    <Page>
      <div className="head">
        <h3>{seen.name}</h3>
        <p>{[typeName(seen.type), seen.region].filter(Boolean).join(' · ')}</p>
      </div>
      {!isEmpty ? (
        <PersonView person={seen} />
      ) : seen.region ? null : (
        <p className="none">{seen.avatarSrc ? t('Only your name and picture.') : t('Only your name.')}</p>
      )}
    </Page>
  );
}
