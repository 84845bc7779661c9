import { useQuery } from '@tanstack/react-query'
import type { UserRow } from '#contract/users.ts'
import { projectTypeLabel } from '#domain/users.ts'
import type { Reply } from '#web/lib/api.ts'
import { call } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { type Counted, countText } from '#web/ui/list/count.tsx'
import type { VerifyValues } from './verify-values.ts'

type EndedUploadsProps = Pick<VerifyValues, 'status' | 'projectTypes'> & { user: UserRow }
type OpenUploads = Reply<'countOpenUploads'>['data']

/** Says what a decision does to unfinished uploads, before it is made. */
export function EndedUploads({ user, status, projectTypes }: EndedUploadsProps) {
  const { cognitoUserId: userId } = user
  const isStopped = status === 'REJECTED' || status === 'ON_HOLD'
  const removed = removedFrom(user, projectTypes)
  const { data } = useQuery({
    queryKey: ['open-uploads', userId],
    queryFn: async ({ signal }) => (await call('countOpenUploads', { query: { userId }, signal })).data,
    // Counted again for each decision.
    gcTime: 0,
    enabled: user.status === 'APPROVED' && (isStopped || removed.length > 0),
  })
  if (!data) return null
  const ended = isStopped ? data : { total: countOf(data, removed), isTotalExact: data.isTotalExact }
  if (ended.total === 0) return null
  return (
    <Alert tone="warning" title={`This update will cancel ${uploadsText(ended)}`}>
      {isStopped ? 'What has arrived will be deleted.' : `For ${removed.join(', ')}. What has arrived will be deleted.`}
    </Alert>
  )
}

/** The display names of the projects that the user has and the form no longer lists. */
function removedFrom(user: UserRow, projectTypes: VerifyValues['projectTypes']): string[] {
  const kept = new Set(projectTypes.map(({ name }) => projectTypeLabel(name.trim())))
  return user.projectTypes.map(projectTypeLabel).filter((label) => !kept.has(label))
}

const countOf = ({ projects }: OpenUploads, removed: readonly string[]): number =>
  projects
    .filter(({ projectType }) => removed.includes(projectTypeLabel(projectType)))
    .reduce((sum, { uploads }) => sum + uploads, 0)

const uploadsText = (count: Counted): string =>
  count.total === 1 ? 'an unfinished upload' : `${countText(count)} unfinished uploads`
