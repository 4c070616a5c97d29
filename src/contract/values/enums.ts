// Enumerations of the API (docs/product.md, "Entities" and "States"). Plain values without zod, so that the app may import them.

/** Who may create an account: anyone, invited people, or no one. */
export const registrationModes = ['open', 'invite', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Texts of the operator; each has a page at the path of its name. */
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

/** schema.org EventStatusType, without the namespace. */
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
/** The colours of teams and organizations; without one, a group has the colour of its activity. */
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
/** The statuses that member lists can be filtered by. */
export const memberListStatuses = ['active', 'requested', 'invited'] as const;

/** The kinds of owners of events. */
export const eventOwnerKinds = ['team', 'organization', 'person'] as const;

/** Unexpected effects of a change of an event; each warning has a number of people, who count once, or of events. */
export const changeWarnings = [
  'startsInPast',
  /** Other events of its owner are at the same place at that time. */
  'placeTaken',
  /** People who keep their place, although it exceeds the new capacity. */
  'aboveCapacity',
  /** People on the waitlist who are offered a place at once. */
  'placesOffered',
  /** People who can no longer see the event: they lose their place or reply. */
  'losePlace',
  /** Events that lose leaders together with their team or owner. */
  'leadersRemoved',
  /** People who keep the price of the time of their reply. */
  'keepPrice',
  /** People with a pending payment who now have their place for free. */
  'nothingToPay',
  /** People whose request for a place stays undecided. */
  'requestsStay',
  /** Dates of a series that a new rule adds, deletes (without replies), turns into single events, or cancels. */
  'datesAdded',
  /** Added dates at the time of another event of one of their teams. */
  'datesOverlap',
  'datesDeleted',
  'datesSeparated',
  'datesCancelled',
  /** People who lose their place or reply with a cancelled date. */
  'repliesEnded',
  /** People who get a full refund of what they paid for a place that they lose. */
  'refunded',
  /** Other dates of a series without teams, leaders or a place of the edited one, because this person may not add them there. */
  'teamsNotAdded',
  'leadersNotAdded',
  'placeNotAdded',
] as const;
export type ChangeWarning = (typeof changeWarnings)[number];

/** Which dates of a series a change applies to: this date, this and the following ones, or all. */
export const seriesScopes = ['this', 'following', 'all'] as const;
export type SeriesScope = (typeof seriesScopes)[number];

/** What a date of a series can have of its own, in groups of fields. */
export const ownFields = [
  'time',
  'place',
  'online',
  'name',
  'kind',
  'audience',
  'teams',
  'leaders',
  'description',
  'picture',
  'instructions',
  'meetingPoint',
  'arrival',
  'accessibility',
  'access',
  'capacity',
  'price',
  'deadlines',
] as const;
export type OwnField = (typeof ownFields)[number];

/** Whether dates that were edited singly keep their values when an edit of other dates applies to them. */
export const handEdits = ['keep', 'replace'] as const;

/** Whether dates with replies that a new rule excludes become single events or are cancelled. */
export const leftOutDates = ['separate', 'cancel'] as const;

/** The fields that a column of a fixture table can contain. */
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

/** How `03/04/2027` is parsed: 3 April or March 4. */
export const fixtureDateOrders = ['dayFirst', 'monthFirst'] as const;

/** The publication state of imported matches. Members see published ones and are asked to reply. */
export const fixturePublications = ['draft', 'published'] as const;
export type FixturePublication = (typeof fixturePublications)[number];

/** The result of importing a row. `duplicate`: the team has a similar event. `refused`: the row cannot be imported. */
export const fixtureOutcomes = ['new', 'changed', 'same', 'duplicate', 'refused'] as const;
export type FixtureOutcome = (typeof fixtureOutcomes)[number];

/** Whether events keep their local time or their instant when their place moves to another time zone. */
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

/** The replies to an event. */
export const responses = ['attending', 'tentative', 'declined'] as const;
export type Response = (typeof responses)[number];

/**
 * The outcome of a reply. `applied`: it changed the registration. `duplicate`: the registration was in this state already.
 * `superseded`: a newer reply exists. `refused`: not possible, for a `RefusalReason`.
 */
export const replyOutcomes = ['applied', 'duplicate', 'superseded', 'refused'] as const;

export const refusalReasons = [
  'event_full',
  'event_over',
  'event_cancelled',
  /** The new date is not known yet. */
  'event_postponed',
  /** The person who owns the event is suspended, so no one runs it. */
  'organizer_inactive',
  'not_published',
  'registration_not_open',
  'registration_closed',
  'invitation_only',
  'too_young',
  'too_old',
  /** The event has an age limit, and the person has given no birth date. */
  'birth_date_needed',
  /** A managed member cannot pay online, and the offer does not accept payment on site. */
  'online_payment_only',
  /** A reply to a series does not take or give up a paid place. */
  'paid_one_by_one',
  /** A held or paid place keeps its offer: cancel first. */
  'offer_fixed',
  /** The registration is not in the state that the organizer's action needs. */
  'not_pending',
  'not_waitlisted',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The result of replying `attending`: a place, an unpaid place, a request, or the waitlist. */
export const attendingLeads = ['place', 'payment', 'approval', 'waitlist'] as const;
export type AttendingLead = (typeof attendingLeads)[number];

/** Actions of those who run an event on another person's registration. */
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
/** The recipient of the payment: an online provider, or the organizer in cash. */
export const paymentProviders = ['sandbox', 'stripe', 'cash'] as const;
export const paymentMethods = ['online', 'cash'] as const;
/** How an open amount is paid: at the checkout, already being processed by the provider, or in cash to the organizer. */
export const dueWays = ['online', 'underWay', 'cash'] as const;
/** The outcomes of a cash payment: received, waived or returned. */
export const cashOutcomes = ['received', 'waived', 'returned'] as const;

export const attendanceStatuses = ['present', 'late', 'excused', 'absent'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];
export const attendanceSources = ['coach', 'selfQr'] as const;
export type AttendanceSource = (typeof attendanceSources)[number];
/** `superseded`: a newer mark counts; this one is in the history. */
export const markOutcomes = ['applied', 'superseded'] as const;

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
/** `inApp` supports only `off` and `instant`. */
export const notificationFrequencies = ['off', 'instant', 'daily', 'weekly'] as const;
export type NotificationFrequency = (typeof notificationFrequencies)[number];

export const whenFilters = ['today', 'tomorrow', 'weekend', 'week'] as const;
export const myEventTabs = ['needsReply', 'upcoming', 'waitlisted', 'past', 'coaching'] as const;
export type MyEventTab = (typeof myEventTabs)[number];
/**
 * The lists of my events: the tabs of My Events, and `doNow` of Home: a place to pay for or to accept, what was cancelled,
 * postponed or moved this week, and the soonest events of the coming week at which I mark attendance.
 */
export const myEventLists = [...myEventTabs, 'doNow'] as const;
export type MyEventList = (typeof myEventLists)[number];

/** The kinds of notifications. */
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

/** Kinds with a deadline: their mails are sent at once or never, also in quiet hours. */
export const urgentKinds = ['paymentDue', 'placeOffered'] as const satisfies readonly NotificationKind[];

/**
 * What a row of the change log of live updates is about. `access`: a person's memberships and replies, on which their rights
 * depend. `session`: a session that has ended.
 */
export type LiveKind = 'event' | 'team' | 'organization' | 'person' | 'access' | 'session';
