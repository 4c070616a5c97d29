// The footer of a public page: links to the operator's texts and to the page in other languages, clear of the tab bar.
import { chakra } from '@chakra-ui/react/styled-system';
import { useLocation } from 'react-router';
import { languageNames, languageTags } from '../../words/languages.ts';
import { useInstance } from '../data/session/instance.ts';
import { useSession } from '../data/session/session.ts';
import { titleOf } from '../routing/paths.ts';
import { bars } from '../theme/scales.ts';
import { Link } from '../ui/navigation/router.tsx';
import { pageLanguage } from '../words/t.ts';

const Foot = chakra('footer', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    columnGap: '2',
    px: '4',
    fontSize: 'sm',
    color: 'fg.muted',
    '& a': { p: '3', textDecoration: 'underline' },
  },
  variants: {
    // A bar with an action is higher than the tab bar.
    isAboveBar: {
      true: {
        pb: `calc(${bars.tabbar} + 1.5rem + env(safe-area-inset-bottom))`,
        lg: { ps: bars.rail, pb: '4' },
      },
    },
  },
});

/** `inNewTab`: beside a form, because navigating away would lose its content. */
export function SiteLinks({ isAboveBar, inNewTab }: { isAboveBar?: boolean; inNewTab?: boolean }) {
  const { texts } = useInstance();
  return (
    <Foot isAboveBar={isAboveBar}>
      {texts.map((text) => (
        <Link key={text} to={`/${text}`} {...(inNewTab && { target: '_blank' })}>
          {titleOf(`/${text}`)}
        </Link>
      ))}
      {useSession().user === null ? <OtherLanguages /> : null}
    </Foot>
  );
}

/** For visitors; a user sets the language in the settings. Each language is another document, so these are plain links. */
function OtherLanguages() {
  const { search } = useLocation();
  return languageTags
    .filter((tag) => tag !== pageLanguage().tag)
    .map((tag) => {
      const params = new URLSearchParams(search);
      params.set('lang', tag);
      return (
        <a key={tag} href={`?${params}`} hrefLang={tag} lang={tag}>
          {languageNames[tag]}
        </a>
      );
    });
}
