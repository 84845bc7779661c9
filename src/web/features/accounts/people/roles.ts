import { ACCOUNT_ROLES, type AccountRole } from '#domain/memberships.ts'

export const ROLE_NAMES = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' } satisfies Record<AccountRole, string>
export const ROLE_OPTIONS = ACCOUNT_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }))
