// The visible details of a person: activities, languages, qualifications and contact. Hidden fields are
// absent.

import { chakra } from '@chakra-ui/react/styled-system';
import { useViewer } from '../../format/use-viewer.ts';
import { activityList } from '../../format/words/activity.ts';
import { languageNames, levelName } from '../../format/words/vocabulary.ts';
import { EmailLink } from '../../ui/email-text.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { t } from '../../words/t.ts';
import type { Seen } from './profile/view-as.ts';

const Bio = chakra('p', { base: { whiteSpace: 'pre-line', lineHeight: '1.6', maxW: '40rem' } });

export function PersonView({ person }: { person: Seen }) {
  const { locale } = useViewer();
  const { activities, level, qualifications, languages, email, phone, bio } = person;
  return (
    <div>
      <Facts>
        {activities?.length ? (
          <Fact icon="compass" title={activityList(activities, 6)} lines={[level && levelName(level)]} />
        ) : level ? (
          <Fact icon="compass" title={levelName(level)} />
        ) : null}
        {qualifications?.length ? (
          <Fact icon="award" title={t('Qualifications')} lines={[qualifications.join('\n')]} />
        ) : null}
        {languages?.length ? (
          <Fact
            icon="globe"
            title={t('Speaks {languages}', { languages: languageNames(languages, locale) })}
          />
        ) : null}
        {email ? <Fact icon="mail" title={<EmailLink address={email} />} /> : null}
        {phone ? <Fact icon="phone" title={<a href={`tel:${phone}`}>{phone}</a>} /> : null}
      </Facts>
      {bio ? (
        <Section title={t('About')}>
          <Bio>{bio}</Bio>
        </Section>
      ) : null}
    </div>
  );
}
