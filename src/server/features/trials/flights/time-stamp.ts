import type { Moment } from '#domain/trials.ts'

/** Midnight where only the day is known. The time of day is that of the clock of the field, whose zone is not known. */
export const timeStampOf = ({ takenOn, takenAt }: Moment): string => `${takenOn}T${takenAt ?? '00:00'}:00Z`
