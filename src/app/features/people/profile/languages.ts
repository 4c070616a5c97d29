// The languages that people can choose.
import { languageName } from '../../../format/words/vocabulary.ts';

const codes =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl ha he hi hr hu hy id ig is it ja ka kk ko lt lv mk ml ms mt ne nl no pa pl ps pt ro ru rw si sk sl so sq sr sv sw ta te th ti tl tr uk ur uz vi yo zh zu';

/** By name in the locale; includes the languages of `also`. */
export function languagesIn(locale: string, also: readonly string[]): { code: string; name: string }[] {
  return [...new Set([...codes.split(' '), ...also])]
    .map((code) => ({ code, name: languageName(code, locale) }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
}
