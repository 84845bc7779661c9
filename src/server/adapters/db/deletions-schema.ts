import type { Generated } from 'kysely'
import type { DeletionKind } from '#domain/deletions.ts'

export type DeletionsTable = {
  kind: DeletionKind
  subjectId: string
  ownerId: string
  /** Null where the time to keep raw images is over. */
  askedBy: string | null
  askedAt: Date
  /** Null where a person keeps them nevertheless. */
  purgeOn: Date | null
  /** Whether the owner got the second email about raw images. */
  reminded: Generated<boolean>
}
