// The closed vocabularies of docs/product.md, "Entities", and "States". Plain values without zod, so the page may import them.

/** Who may create an account: anyone, who was invited, or no one. */
export const registrationModes = ['open', 'invite', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Texts of the operator, each at the path of its name. */
export const siteTexts = ['imprint', 'privacy', 'terms'] as const;
export type SiteText = (typeof siteTexts)[number];

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
/** The colours that a team or an organization can have; without one it has that of its activity. */
export const groupColors = [
  'green',
  'orange',
  'blue',
  'purple',
  'teal',
  'pink',
  'gold',
  'indigo',
  'red',
] as const;
export type GroupColor = (typeof groupColors)[number];

export const membershipRoles = ['owner', 'admin', 'coach', 'assistant', 'trainee'] as const;
export type MembershipRole = (typeof membershipRoles)[number];
export const membershipStatuses = ['invited', 'requested', 'active', 'left', 'removed', 'rejected'] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];
/** The statuses that a list of members can be asked for. */
export const memberListStatuses = ['active', 'requested', 'invited'] as const;

/** What an event belongs to: its coaches, those who run it, or the person that it is, run the event. */
export const eventOwnerKinds = ['team', 'organization', 'person'] as const;

/** What a change of an event does that those who make it may not expect; each comes with a number of people or events. */
export const changeWarnings = [
  'startsInPast',
  /** Other events of its owner are at the same place then. */
  'placeTaken',
  /** Have a place above the new capacity, and keep it. */
  'aboveCapacity',
  /** Wait, and are offered a place at once. */
  'placesOffered',
  /** Would not see the event any more: they lose what they hold, with a full refund. */
  'losePlace',
  /** Keep the price that they replied with. */
  'keepPrice',
  /** Were about to pay, and have a place now without. */
  'nothingToPay',
  /** Have asked for a place and still wait for a decision. */
  'requestsStay',
  /** Dates of a series that a new rule adds, deletes as no one replied, makes events of their own, or cancels. */
  'datesAdded',
  'datesDeleted',
  'datesSeparated',
  'datesCancelled',
] as const;
export type ChangeWarning = (typeof changeWarnings)[number];

/** How much of a series something is done to: this date, this and those after it, or all. */
export const seriesScopes = ['this', 'following', 'all'] as const;
export type SeriesScope = (typeof seriesScopes)[number];

/** What single dates of a series keep of their own where an edit of others reaches them. */
export const handEdits = ['keep', 'replace'] as const;

/** What becomes of dates with replies that a new rule leaves out: events of their own, or cancelled. */
export const leftOutDates = ['separate', 'cancel'] as const;

/** What a column of a table of matches can hold. */
export const fixtureColumnNames = [
  'date',
  'time',
  'end',
  'name',
  'home',
  'away',
  'opponent',
  'place',
  'address',
] as const;
export type FixtureColumnName = (typeof fixtureColumnNames)[number];

/** How `03/04/2027` is read: 3 April or March 4. */
export const fixtureDateOrders = ['dayFirst', 'monthFirst'] as const;

/** What becomes of imported matches: members see them and are asked, or those who run the team publish them later. */
export const fixturePublications = ['draft', 'published'] as const;
export type FixturePublication = (typeof fixturePublications)[number];

/** What importing a row would do. `duplicate`: an event of the team looks like it. `refused`: it cannot be imported. */
export const fixtureOutcomes = ['new', 'changed', 'same', 'duplicate', 'refused'] as const;
export type FixtureOutcome = (typeof fixtureOutcomes)[number];

/** What becomes of the times of events whose place moves to another time zone: 18:00 stays 18:00, or the moment stays. */
export const eventTimesChoices = ['keepLocalTime', 'keepInstant'] as const;
export type EventTimes = (typeof eventTimesChoices)[number];

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

/** What a person answers to an event. */
export const responses = ['attending', 'tentative', 'declined'] as const;
export type Response = (typeof responses)[number];

/**
 * What became of a reply. `applied`: it is so now. `duplicate`: it was so already. `superseded`: the person has replied
 * otherwise since. `refused`: it cannot be, for a `RefusalReason`; the answer says what is true instead.
 */
export const replyOutcomes = ['applied', 'duplicate', 'superseded', 'refused'] as const;

export const refusalReasons = [
  'event_full',
  'event_over',
  'event_cancelled',
  /** The new date is not known yet. */
  'event_postponed',
  'not_published',
  'registration_not_open',
  'registration_closed',
  'invitation_only',
  'too_young',
  'too_old',
  /** Someone without an account cannot pay online, and the offer takes no payment on site. */
  'online_payment_only',
  /** A place that costs something is not taken or given up with the rest of a series. */
  'paid_one_by_one',
  /** A place that is held or paid for keeps its offer: cancel first. */
  'offer_fixed',
  /** The organizer acts on a registration that is not in the state for it. */
  'not_pending',
  'not_waitlisted',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Where replying `attending` leads: to a place, one that is to be paid, a request, or the waitlist. */
export const attendingLeads = ['place', 'payment', 'approval', 'waitlist'] as const;
export type AttendingLead = (typeof attendingLeads)[number];

/** What those who run an event may do with somebody's registration. */
export const registrationActions = ['approve', 'reject', 'remove', 'move', 'reply'] as const;

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
export type PaymentState = (typeof paymentStates)[number];
export const refundStates = ['requested', 'pending', 'succeeded', 'failed', 'declined'] as const;
export type RefundState = (typeof refundStates)[number];
/** Who takes the money: a provider on the web, or the organizer in cash. */
export const paymentProviders = ['sandbox', 'stripe', 'cash'] as const;
export const paymentMethods = ['online', 'cash'] as const;
/** What is still to pay of a place: at the checkout, by nobody while the provider works on it, or in cash to the organizer. */
export const dueWays = ['online', 'underWay', 'cash'] as const;
/** What an organizer says of cash: it is there, it need not come, or it was paid back. */
export const cashOutcomes = ['received', 'waived', 'returned'] as const;

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

export const notificationChannels = ['inApp', 'email'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
/** `inApp` knows `off` and `instant` alone. */
export const notificationFrequencies = ['off', 'instant', 'daily', 'weekly'] as const;
export type NotificationFrequency = (typeof notificationFrequencies)[number];

export const whenFilters = ['today', 'tomorrow', 'weekend', 'week'] as const;
export const myEventTabs = ['needsReply', 'upcoming', 'waitlisted', 'past', 'coaching'] as const;
export type MyEventTab = (typeof myEventTabs)[number];

/** What a person may be told of. */
export const notificationKinds = [
  'approvalOwed',
  'eventCancelled',
  'eventChanged',
  'eventFull',
  'holdExpired',
  'leaderRemoved',
  'membershipAccepted',
  'membershipInvited',
  'membershipRejected',
  'membershipRemoved',
  'membershipRequested',
  'membershipRoleChanged',
  'offerExpired',
  'paymentDue',
  'paymentReceived',
  'paymentRefunded',
  'placeConfirmed',
  'placeOffered',
  'refundAsked',
  'refundDeclined',
  'refundFailed',
  'registrationCancelled',
  'registrationRejected',
  'replyOwed',
  'repliedForYou',
  'signInAttempts',
  'waitlistJoined',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
