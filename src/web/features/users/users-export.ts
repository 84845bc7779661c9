import { PAGE_SIZE_MAX } from '#contract/endpoint.ts'
import type { UserRow } from '#contract/users.ts'
import { type CsvColumn, csvPieces } from '#domain/csv.ts'
import { showName } from '#domain/shown-names.ts'
import { projectTypeLabel, USER_STATUS_LABELS, userStatusFromText } from '#domain/users.ts'
import { fetchUsers } from './user-queries.ts'
import type { UserView } from './user-view.ts'

const COLUMNS: readonly CsvColumn<UserRow>[] = [
  ['Full Name', (user) => showName(user.fullName)],
  ['Email', (user) => showName(user.email)],
  ['Status', (user) => USER_STATUS_LABELS[userStatusFromText(user.status)]],
  ['Roles', (user) => user.roles.join(', ')],
  ['Created At (UTC)', (user) => user.createdAt],
  ['Projects', (user) => user.projectTypes.map(projectTypeLabel).join(', ')],
  ['Message', (user) => user.message ?? ''],
]

/** Exports all users that match the filter. */
export const exportUsers = (view: UserView) => (signal: AbortSignal) =>
  csvPieces(COLUMNS, (after) => fetchUsers(view, { after, pageSize: PAGE_SIZE_MAX, signal }))
