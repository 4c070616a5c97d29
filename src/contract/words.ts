// The closed vocabularies of PRODUCT section 3. Plain values without zod, so the page may import them.

export const userTypes = ['coach', 'trainee'] as const;
export type UserType = (typeof userTypes)[number];

export const eventKinds = [
  'training',
  'class',
  'match',
  'competition',
  'camp',
  'course',
  'assessment',
  'meeting',
  'social',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** schema.org EventStatusType, without the address. */
export const eventStatuses = [
  'EventScheduled',
  'EventRescheduled',
  'EventPostponed',
  'EventCancelled',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

export const attendanceModes = ['offline', 'online', 'mixed'] as const;
export const eventVisibilities = ['public', 'unlisted', 'organization', 'team'] as const;
export const joinPolicies = ['open', 'approval', 'invite'] as const;
export const eventRosterVisibilities = ['coaches', 'participants', 'countOnly'] as const;
export const publications = ['draft', 'published', 'archived'] as const;

export const levels = ['beginner', 'intermediate', 'advanced', 'elite'] as const;
export type Level = (typeof levels)[number];

export const groupVisibilities = ['public', 'unlisted', 'private'] as const;
export const groupOpennesses = ['open', 'moderated', 'inviteOnly'] as const;
export const teamRosterVisibilities = ['coaches', 'members'] as const;

export const membershipRoles = ['owner', 'admin', 'coach', 'assistant', 'trainee'] as const;
export type MembershipRole = (typeof membershipRoles)[number];
export const membershipStatuses = ['invited', 'requested', 'active', 'left', 'removed', 'rejected'] as const;

export const organizerKinds = ['person', 'organization'] as const;

export const registrationStates = [
  'tentative',
  'declined',
  'pendingApproval',
  'rejected',
  'pendingPayment',
  'confirmed',
  'waitlisted',
  'offered',
  'offerExpired',
  'holdExpired',
  'cancelledByAttendee',
  'cancelledByOrganizer',
] as const;
export type RegistrationState = (typeof registrationStates)[number];

export const paymentStates = [
  'requiresPayment',
  'requiresAction',
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'expired',
  'offlineDue',
  'offlineReceived',
  'waived',
] as const;
export const refundStates = ['requested', 'pending', 'succeeded', 'failed', 'declined'] as const;

export const attendanceStatuses = ['present', 'late', 'excused', 'absent'] as const;

/** Who may see one field of a profile, from narrowest to widest. */
export const audiences = ['nobody', 'coaches', 'team', 'signedIn', 'public'] as const;
export type Audience = (typeof audiences)[number];

export const profileFields = [
  'email',
  'phone',
  'bio',
  'level',
  'languages',
  'activities',
  'region',
  'qualifications',
] as const;
export type ProfileField = (typeof profileFields)[number];

/** What a person may be told of. */
export const notificationKinds = [
  'approvalOwed',
  'eventCancelled',
  'eventChanged',
  'eventFull',
  'holdExpired',
  'membershipAccepted',
  'membershipInvited',
  'membershipRejected',
  'membershipRemoved',
  'membershipRequested',
  'membershipRoleChanged',
  'offerExpired',
  'paymentDue',
  'placeConfirmed',
  'placeOffered',
  'registrationCancelled',
  'registrationRejected',
  'repliedForYou',
  'replyOwed',
  'waitlistJoined',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export const notificationChannels = ['inApp', 'email'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
/** `inApp` knows `off` and `instant` alone. */
export const notificationFrequencies = ['off', 'instant', 'daily', 'weekly'] as const;
export type NotificationFrequency = (typeof notificationFrequencies)[number];

export const whenFilters = ['today', 'tomorrow', 'weekend', 'week'] as const;
export const myEventTabs = ['needsReply', 'upcoming', 'waitlisted', 'past', 'coaching'] as const;
export type MyEventTab = (typeof myEventTabs)[number];
