// Sign-up, sign-in and sessions (docs/product.md, "Account calls").
import { z } from 'zod';
import {
  EmailSchema,
  IdSchema,
  ImagePathSchema,
  InstantSchema,
  JoinCodeSchema,
  lineOfText,
  NameSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import { limits } from '../values/limits.ts';
import { isReservedUsername } from '../values/reserved-usernames.ts';

/** The signed-in user. */
export const SessionUserSchema = z.object({ id: IdSchema, username: z.string(), avatarSrc: ImagePathSchema });
export type SessionUser = z.infer<typeof SessionUserSchema>;

export const UsernameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(limits.usernameMin, { error: said('At least {min} characters', { min: limits.usernameMin }) })
  .max(limits.usernameMax, { error: said('At most {max} characters', { max: limits.usernameMax }) })
  .regex(/^[a-z][a-z0-9._-]*$/, {
    error: said('Use letters, digits, dot, dash or underscore, and start with a letter'),
  })
  .refine((username) => !isReservedUsername(username), {
    error: said('This username is reserved. Choose another one'),
  });

/** Invisible characters: controls, bidi controls and lone surrogates. */
const invisible = /[\p{Cc}\p{Bidi_Control}\p{Cs}]/u;
const canBeTyped = (text: string) => !invisible.test(text);
const cannotBeTyped = { error: said('Contains characters that cannot be shown') };

/** The server also refuses common passwords and those that contain the username or e-mail address. */
export const PasswordSchema = z
  .string()
  .min(limits.passwordMin, { error: said('At least {min} characters', { min: limits.passwordMin }) })
  .max(limits.passwordMax, { error: said('At most {max} characters', { max: limits.passwordMax }) })
  .refine(canBeTyped, cannotBeTyped);

export const LoginBodySchema = z.strictObject({
  // Mails insert a zero width space into usernames with dots, so that mail programs do not link them: remove a pasted one.
  username: lineOfText(1, limits.emailMax).transform((text) => text.replaceAll('\u200b', '')),
  password: z
    .string()
    .min(1, { error: said('Required') })
    .max(1024, { error: said('Too long') })
    .refine(canBeTyped, cannotBeTyped),
});

/** Optional: an empty text and null count as absent. The server also checks it with its country. */
export const PhoneSchema = lineOfText(0, limits.phoneMax).nullish();

export const RegisterBodySchema = z.strictObject({
  username: UsernameSchema,
  password: PasswordSchema,
  email: EmailSchema,
  name: NameSchema,
  phone: PhoneSchema,
  countryCode: z
    .string()
    .trim()
    .min(1, { error: said('Required') })
    .max(8, { error: said('Not a country') }),
  /** The code of a team's invite link, if the instance requires an invitation. */
  inviteCode: JoinCodeSchema.optional(),
});

const tokenText = z.string().min(1).max(256).refine(canBeTyped, cannotBeTyped);

export const authEndpoints = endpoints({
  'POST /api/auth/login': {
    operationId: 'login',
    summary: 'Sign in with a username or an e-mail address. Sets the auth cookies.',
    tag: 'accounts',
    access: 'public',
    offline: 'never',
    body: LoginBodySchema,
    status: 200,
    answer: z.object({ user: SessionUserSchema }),
    problems: ['invalid_credentials', 'account_suspended'],
  },
  'POST /api/auth/register': {
    operationId: 'register',
    summary:
      'Create an account. An address already in use answers as if new; its owner gets a mail. Where an account needs an invitation, the address has one or `inviteCode` names a team.',
    tag: 'accounts',
    access: 'public',
    offline: 'never',
    body: RegisterBodySchema,
    status: 201,
    answer: z.object({ username: z.string(), email: z.string() }),
    problems: ['registration_closed', 'invitation_needed'],
  },
  'POST /api/auth/refresh': {
    operationId: 'refreshSession',
    summary: 'Rotate the refresh token and issue a new access token, both as cookies.',
    tag: 'accounts',
    access: 'public',
    offline: 'never',
    status: 200,
    answer: z.object({ accessTokenExpiresAt: InstantSchema }),
    problems: ['session_ended', 'account_suspended'],
  },
  'GET /api/auth/session': {
    operationId: 'getSession',
    summary: 'The signed-in user.',
    tag: 'accounts',
    access: 'session',
    offline: 'never',
    status: 200,
    answer: SessionUserSchema,
    problems: [],
  },
  'POST /api/auth/logout': {
    operationId: 'logout',
    summary: 'End this session and delete its cookies. Succeeds without a session too.',
    tag: 'accounts',
    access: 'public',
    offline: 'never',
    status: 204,
    answer: null,
    problems: ['other_person'],
  },
  'POST /api/auth/reset-password-email': {
    operationId: 'sendPasswordReset',
    summary: 'Mail a link for choosing a new password. Answers the same for unknown addresses.',
    tag: 'accounts',
    access: 'public',
    offline: 'never',
    body: z.strictObject({ email: EmailSchema, platform: z.enum(['trainee', 'coach']) }),
    status: 202,
    answer: z.object({ email: z.string() }),
    problems: [],
  },
  'POST /api/auth/reset-password': {
    operationId: 'resetPassword',
    summary:
      'Choose a new password, with the Bearer token of the mailed link or a session signed in within 10 minutes. Ends all sessions.',
    tag: 'accounts',
    access: 'public',
    offline: 'never',
    body: z.strictObject({
      password: PasswordSchema,
      confirmPassword: z
        .string()
        .max(limits.passwordMax * 2)
        .refine(canBeTyped, cannotBeTyped),
    }),
    status: 204,
    answer: null,
    problems: ['invalid_token', 'unauthenticated', 'session_ended', 'not_permitted', 'account_suspended'],
  },
  'POST /api/auth/confirm-email': {
    operationId: 'confirmEmail',
    summary:
      'Confirm my e-mail address with the token of the link in the welcome mail. A token of another account is refused and stays usable.',
    tag: 'accounts',
    access: 'session',
    offline: 'never',
    body: z.strictObject({ token: tokenText }),
    status: 200,
    answer: z.object({ email: z.string() }),
    problems: ['invalid_token', 'not_permitted'],
  },
  'POST /api/auth/confirm-email/resend': {
    operationId: 'resendConfirmation',
    summary: 'Mail the link for confirming my address again; earlier links stop working.',
    tag: 'accounts',
    access: 'session',
    offline: 'never',
    status: 202,
    answer: z.object({ email: z.string() }),
    problems: ['not_permitted'],
  },
});
