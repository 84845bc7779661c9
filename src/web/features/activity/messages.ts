import { problemOf } from '#web/lib/api.ts'

export const activityError = (error: unknown): string[] => [problemOf(error)]
