// Schemas that several domains share. See docs/product.md, "Wire rules".
import { z } from 'zod';
import { said } from './said.ts';
import { type Activity, activityNames } from './values/activities.ts';
import { limits } from './values/limits.ts';
import { markdownComplaint } from './values/markdown-limits.ts';
import { eventStatuses, levels, organizerKinds } from './values/words.ts';

/** A UUID in its 36-character form. */
export const IdSchema = z.guid().meta({ description: 'UUID (version 7)' });
/** The id of something that was made on a device, perhaps offline; the same id twice is the same thing. */
export const NewIdSchema = z
  .uuid({ version: 'v7', error: said('Not a UUID of version 7') })
  .meta({ description: 'Made by the caller (UUID version 7); the same id twice is the same thing' });
/** An instant: ISO 8601 in UTC with `Z`. */
export const InstantSchema = z.iso.datetime().meta({ description: 'ISO 8601 instant in UTC' });
/** A calendar day without a zone: `YYYY-MM-DD`. */
export const DaySchema = z.iso.date();
/** An IANA zone name the runtime knows. */
export const TimeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: said('Unknown time zone') });
/** A number of things, as both databases hold it. */
export const CountSchema = z.int().min(0).max(limits.int32Max);
/** How often a row was written, from 1; an edit carries the one that it was made from, and the next must fit too. */
export const VersionSchema = z
  .int()
  .min(1)
  .max(limits.int32Max - 1);
/** Years of age. */
export const AgeSchema = z.int().min(0).max(120);
/** The year that someone was born in; the server refuses one that is yet to come. */
export const BirthYearSchema = z
  .int()
  .min(limits.birthYearMin, { error: said('{year} or later', { year: limits.birthYearMin }) })
  .max(9999, { error: said('Use four digits') });
/** An amount of money in minor units. */
export const AmountSchema = z.int().min(0).max(limits.amountMinorMax);
/** A currency in use, by its ISO 4217 code. */
export const CurrencySchema = z
  .string()
  .refine((code) => currencies.has(code), { error: said('Not a currency (ISO 4217)') });
const currencies = new Set(Intl.supportedValuesOf('currency'));
/** ISO 4217 money in minor units. */
export const MoneySchema = z.object({ amountMinor: AmountSchema, currency: z.string().length(3) });
export type Money = z.infer<typeof MoneySchema>;

export const ActivitySchema = z.enum(activityNames) as z.ZodType<Activity, Activity>;
export const LevelSchema = z.enum(levels);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** C0/C1 controls, NUL among them, line separators, and the Unicode bidi controls that can disguise a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const disguising = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const tooLong = (max: number) => said('At most {max} characters', { max });

/** One line of text that a person typed: trimmed, `min`–`max` characters, no control or bidi characters. */
export function lineOfText(min: number, max: number) {
  return z
    .string()
    .max(max * 4, { error: tooLong(max) })
    .trim()
    .min(min, { error: min === 1 ? said('Required') : said('At least {min} characters', { min }) })
    .max(max, { error: tooLong(max) })
    .refine((text) => text.isWellFormed() && !disguising.test(text), {
      error: said('Contains characters that cannot be shown'),
    });
}

/** A scheme, `www.`, an e-mail address, or a domain with a path. A dot alone is not enough: `St.Pauli`. */
const address = /\w:\/\/|\bwww\.|\S@[^\s@]+\.\p{L}|\S\.\p{L}{2,}\//iu;

/** The name of a person or group, which mails quote to people who know neither: without web and e-mail addresses. */
export const NameSchema = lineOfText(1, limits.nameMax).refine(
  (name) => name.length > limits.nameMax || !address.test(name.normalize('NFKC')),
  {
    error: said('Leave out web and e-mail addresses'),
  },
);

/** Text of several lines, as Markdown: like `lineOfText`, with line breaks (as `\n`) and tabs. At most `max` characters. */
export function paragraphs(max: number) {
  return z
    .string()
    .max(max * 2, { error: tooLong(max) })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => text.length <= max, { error: tooLong(max) })
    .refine((text) => text.isWellFormed() && !disguising.test(text.replace(/[\n\t]/g, '')), {
      error: said('Contains characters that cannot be shown'),
    });
}

/** `paragraphs` of Markdown, without structures that take long to parse. */
export function markdown(max: number) {
  return paragraphs(max).superRefine((text, context) => {
    const message = markdownComplaint(text);
    if (message) context.addIssue({ code: 'custom', message });
  });
}

/** An https address without credentials, in its normal form. */
export const WebAddressSchema = lineOfText(1, 300)
  .refine(isWebAddress, { error: said('Not an https address') })
  .transform((text) => new URL(text).href);

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocol === 'https:' && hostname.includes('.') && username === '' && password === '';
}

/** An e-mail address, trimmed and lowercased (docs/product.md, "Accounts"). */
export const EmailSchema = z
  .string()
  .max(limits.emailMax * 2, { error: said('Too long') })
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: said('Not an e-mail address') }).max(limits.emailMax, { error: said('Too long') }));

/** The code in a team's invite link. */
export const JoinCodeSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{4,64}$/, { error: said('Not an invite code') });

/** The query of every list. */
export const pageQuery = {
  cursor: z
    .string()
    .min(1)
    .max(limits.cursorMax)
    .optional()
    .meta({ description: 'nextCursor of the page before' }),
  limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault),
};

/** A page of a list; `nextCursor` is null on the last one. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** A search text; an empty one counts as none. */
export const SearchSchema = lineOfText(0, limits.searchMax);

/** A flag in a query: only `true`, as a ticked box sends it. */
export const FlagSchema = z.literal('true').transform(() => true as const);

/** Path of an image served by this server, or null. */
export const ImagePathSchema = z.string().nullable();

/** A person as others may see them in passing. */
export const PersonSchema = z.object({ id: IdSchema, name: z.string(), avatarSrc: ImagePathSchema });

/** A person in a roster. One without an account has no page of their own, so nothing links to it. */
export const RosterPersonSchema = PersonSchema.extend({ hasAccount: z.boolean() });

/** Who runs an event. Null in an answer where it is a person without a public profile whom this viewer does not know. */
export const OrganizerRefSchema = z.object({ kind: z.enum(organizerKinds), id: IdSchema, name: z.string() });

export const EventStatusSchema = z.enum(eventStatuses);
