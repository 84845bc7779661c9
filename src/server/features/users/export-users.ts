import { type CsvColumn, csvChunks } from '#domain/csv.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel, USER_STATUS_LABELS } from '#domain/users.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { rowsOf } from '../../lists/export-list.ts'
import { inOrderOf } from '../../lists/search.ts'
import { requireStaff } from '../../still-allowed.ts'
import { listOf, type View } from './list-users.ts'
import { type ListedUser, selectListed } from './queries.ts'

const COLUMNS: readonly CsvColumn<ListedUser>[] = [
  ['Full Name', (user) => displayName(user.fullName)],
  ['Email', (user) => displayName(user.email)],
  ['Status', (user) => USER_STATUS_LABELS[user.status]],
  ['Roles', (user) => user.role],
  ['Created At (UTC)', (user) => user.createdAt.toISOString()],
  ['Projects', (user) => user.projectTypes.map(projectTypeLabel).join(', ')],
  ['Message', (user) => user.message ?? ''],
  ['Organisation', (user) => displayName(user.organisation ?? '')],
  ['Email confirmed', (user) => (user.confirmedAt ? 'yes' : 'no')],
]

/** Users who match every field of the search as a CSV file, newest first. */
export const exportUsers = (deps: Pick<Deps, 'db'>, actor: Actor, view: View): AsyncIterable<string> =>
  csvChunks(
    COLUMNS,
    rowsOf<ListedUser>({
      db: deps.db,
      list: listOf(view),
      check: () => requireStaff(deps.db, actor.userId),
      readRows: (ids) => inOrderOf(ids, () => selectListed(deps.db).where('id', 'in', ids).execute()),
      placeOf: ({ createdAt: at, id }) => ({ rank: 0, at, id }),
    }),
  )
