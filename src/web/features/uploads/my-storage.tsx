import { formatBytes } from '#domain/units.ts'
import { useMyStorage } from './open-upload-queries.ts'

export function MyStorage() {
  const { data } = useMyStorage()
  if (!data) return null
  return (
    <p className="text-sm text-muted tabular-nums">
      {formatBytes(data.usedBytes)} of {formatBytes(data.quotaBytes)} used
    </p>
  )
}
