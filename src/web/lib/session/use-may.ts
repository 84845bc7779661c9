import { isAtLeast } from '#domain/memberships.ts'
import { useSession } from './session.ts'

/** What the signed-in person may do in the account: viewers only read, and only owners delete. The server decides. */
export function useMay(): { edit: boolean; delete: boolean } {
  const role = useSession().user?.account?.role ?? 'owner'
  return { edit: isAtLeast(role, 'editor'), delete: role === 'owner' }
}
