import { isAtLeast } from '#domain/memberships.ts'
import { linkAccess } from './link-access.ts'
import { useSession } from './session.ts'

type May = { edit: boolean; delete: boolean; share: boolean; download: boolean }

/** What a person may do in the account: viewers only read, and only owners delete and share. The server decides. */
export function useMay(): May {
  const { user } = useSession()
  const link = linkAccess.get()
  if (link) return { edit: false, delete: false, share: false, download: link.mayDownload }
  const role = user?.account?.role ?? 'owner'
  const isOwner = role === 'owner'
  return {
    edit: isAtLeast(role, 'editor'),
    delete: isOwner,
    share: isOwner && user?.roles.includes('USER') === true,
    download: true,
  }
}
