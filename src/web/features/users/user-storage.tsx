import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '#domain/units.ts'
import { call } from '#web/lib/api.ts'
import { storageError } from './messages.ts'

/** For staff: the storage that a customer uses. */
export function UserStorage({ userId }: { userId: string }) {
  const { data, error } = useQuery({
    queryKey: ['storage', userId],
    queryFn: async ({ signal }) => (await call('getUserStorage', { query: { userId }, signal })).data,
  })
  if (!data) return <p className="text-sm text-muted">{error ? storageError(error) : 'Loading storage...'}</p>
  return (
    <p className="text-sm text-muted tabular-nums">
      {formatBytes(data.usedBytes)} of {formatBytes(data.quotaBytes)} of storage used
    </p>
  )
}
