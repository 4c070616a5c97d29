/** The zone of this device, by its IANA name. Temporal, where there is one, answers at once: Intl reads the formats of a language first. */
export const ownZone = (): string =>
  typeof Temporal === 'undefined'
    ? Intl.DateTimeFormat().resolvedOptions().timeZone
    : Temporal.Now.timeZoneId();
