// Names and phone numbers of several countries, and usernames derived from the names.
import { fold } from '../../server/db/search-words.ts';
import type { Random } from '../random.ts';

type Culture = { given: string; family: string; languages: string[] };

const cultures: Culture[] = [
  {
    given:
      'Jonas,Lotte,Wout,Femke,Sander,Hanne,Joris,Tine,Bert,Margaux,Ruben,Élise,Maarten,Noémie,Pieter,Silke',
    family:
      'Peeters,De Smet,Verhaeghe,Lambrecht,Dewulf,Maes,Van Hecke,Goossens,Baert,Delvaux,Vermeulen,Thys,Coppens,Renard',
    languages: ['nl', 'fr'],
  },
  {
    given: 'Lukas,Anneke,Jürgen,Saskia,Björn,Käthe,Till,Friederike,Moritz,Sören,Greta,Ulrike,Henrik,Marlene',
    family: 'Krüger,Schäfer,Böhm,Lindner,Vogt,Weiß,Hartmann,Köhler,Seidel,Jäger,Thieme,Brückner,Albers,Pohl',
    languages: ['de', 'en'],
  },
  {
    given: 'Daan,Sanne,Bram,Fleur,Thijs,Maud,Jelle,Roos,Koen,Lieke,Stijn,Esmée',
    family: 'de Vries,van Dijk,Bakker,Hoekstra,Kuiper,van der Meer,Postma,Smit,de Graaf,Veenstra,Brouwer',
    languages: ['nl', 'en'],
  },
  {
    given: 'Alfie,Imogen,Callum,Siân,Rory,Harriet,Dylan,Maeve,Fergus,Poppy,Owen,Niamh,Stanley,Edie',
    family:
      'Hargreaves,Whitaker,Sutcliffe,Ogden,Fairclough,Mackay,Beddoes,Lister,Holroyd,Penrose,Barraclough,Quinn',
    languages: ['en'],
  },
  {
    given: 'Álvaro,Lucía,Íñigo,Carmen,Sergio,Begoña,Martín,Nuria,Joaquín,Paloma,Andrés,Inés',
    family: 'Ibáñez,Muñoz,Serrano,Vidal,Peñalver,Cortés,Gálvez,Molina,Núñez,Soler,Quintana',
    languages: ['es', 'ca', 'en'],
  },
  {
    given: 'João,Mafalda,Tiago,Leonor,Gonçalo,Inês,Duarte,Catarina,Vasco,Graça,Simão,Teresa',
    family: 'Carvalho,Simões,Figueira,Brandão,Nogueira,Antunes,Magalhães,Leitão,Sequeira,Pinho,Moura',
    languages: ['pt', 'en'],
  },
  {
    given: 'Łukasz,Agnieszka,Paweł,Małgorzata,Michał,Kinga,Staś,Żaneta,Wojciech,Iwona,Oskar,Jagoda',
    family: 'Nowicki,Zając,Wójcik,Dąbrowska,Pietrzak,Górska,Kaczmarek,Śliwa,Jabłoński,Bielak,Sikora',
    languages: ['pl', 'en'],
  },
  {
    given: 'Chidi,Adaeze,Tunde,Ngozi,Emeka,Folake,Kelechi,Yetunde,Obinna,Amara,Segun,Ifeoma',
    family: 'Obi,Adeyemi,Okonkwo,Balogun,Eze,Nwosu,Afolabi,Uche,Danjuma,Ogunleye,Onyekachi',
    languages: ['en', 'yo', 'ig'],
  },
  {
    given: 'Emre,Elif,Barış,Zeynep,Çağla,Kerem,Defne,Ozan,Şule,Yiğit,Gülşen,Tolga',
    family: 'Kaya,Demirtaş,Çelik,Arslan,Özkan,Şahin,Aydın,Güneş,Koçak,Ünal,Toprak',
    languages: ['tr', 'en'],
  },
  {
    given: 'Aarav,Priya,Rohan,Ananya,Vikram,Gita,Karthik,Meera,Sanjay,Divya,Nikhil,Leela',
    family: 'Rao,Iyer,Kulkarni,Banerjee,Chawla,Nair,Deshpande,Sengupta,Bhatt,Menon,Khanna',
    languages: ['en', 'hi'],
  },
  {
    given: 'Marcus,Destiny,Tyrell,Hannah,Diego,Brooke,Jamal,Marisol,Wyatt,Keisha,Nathan,Skylar',
    family: 'Washburn,Delgado,Coleman,Rivera,Hutchins,Brooks,Castellano,Whitfield,Ramos,Greer,Lombardi',
    languages: ['en', 'es'],
  },
  {
    given: 'Haruto,Sakura,Kenji,Aiko,Ryota,Naomi,Daichi,Emi,Sota,Mio,Takumi,Kaori',
    family: 'Hayashi,Matsuda,Ogawa,Kishimoto,Fujii,Nakano,Shimizu,Okabe,Ueda,Morita,Sugawara',
    languages: ['ja', 'en'],
  },
];

const lists = cultures.map(({ given, family, languages }) => ({
  given: given.split(','),
  family: family.split(','),
  languages,
}));
/** The most common cultures of a country, by index; other countries use any culture. */
const locals: Record<string, number[]> = {
  BE: [0, 0, 2],
  DE: [1, 1, 8],
  NL: [2, 2],
  GB: [3, 3, 7],
  ES: [4, 4],
  PT: [5, 5],
  PL: [6, 6],
  US: [10, 10],
};

/** A random name for a resident of the country. */
export function randomName(random: Random, countryCode: string) {
  const home = random.chance(0.55)
    ? random.pick(locals[countryCode] ?? [0])
    : random.int(0, lists.length - 1);
  const culture = lists[home] ?? random.pick(lists);
  return {
    name: `${random.pick(culture.given)} ${random.pick(culture.family)}`,
    languages: culture.languages,
  };
}

/** Makes unique usernames: `Zofia Wróbel` → `zofia.wrobel`, the next one `zofia.wrobel2`. */
export function createUsernames() {
  const counts = new Map<string, number>();
  return (name: string): string => {
    const base = fold(name)
      .replace(/[^a-z ]/g, '')
      .trim()
      .replace(/ +/g, '.')
      .slice(0, 22);
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return count === 1 ? base : `${base}${count}`;
  };
}

/** Start of a mobile number and how many digits follow. */
const mobiles: Record<string, [start: string, digits: number]> = {
  BE: ['+32470', 6],
  DE: ['+4915112', 6],
  NL: ['+31612', 6],
  GB: ['+447400', 6],
  ES: ['+34612', 6],
  PT: ['+351912', 6],
  PL: ['+48512', 6],
  US: ['+1212', 0],
};

/** A random E.164 phone number that is valid in its country. */
export function randomPhone(random: Random, countryCode: string): string {
  const [start, digits] = mobiles[countryCode] ?? ['+32470', 6];
  // Numbers of the form 212-555-01xx are reserved for fiction.
  if (digits === 0) return `${start}55501${random.int(10, 99)}`;
  return start + String(random.int(0, 10 ** digits - 1)).padStart(digits, '0');
}

export const locales: Record<string, string> = {
  BE: 'nl-BE',
  DE: 'de-DE',
  NL: 'nl-NL',
  GB: 'en-GB',
  ES: 'es-ES',
  PT: 'pt-PT',
  PL: 'pl-PL',
  US: 'en-US',
};
