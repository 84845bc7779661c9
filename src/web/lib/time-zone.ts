/** The reader's time zone, such as 'Europe/Berlin'. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
