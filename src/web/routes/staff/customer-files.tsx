import type { UserDetails } from '#contract/users.ts'
import { UserDeletion } from './user-deletion.tsx'
import { UserMaps } from './user-maps.tsx'

/** What a customer brought, and what of theirs is deleted. */
export const CustomerFiles = ({ user }: { user: UserDetails }) => (
  <>
    <UserMaps userId={user.cognitoUserId} />
    <UserDeletion user={user} />
  </>
)
