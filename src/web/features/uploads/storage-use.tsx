import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type StorageRow, storage as storageCalls } from '#contract/storage.ts'
import { formatBytes } from '#domain/units.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { callsOf } from '#web/lib/api.ts'
import { DeleteDialog } from '#web/lib/deletion/delete-dialog.tsx'
import { paths } from '#web/lib/paths.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { useMay } from '#web/lib/session/use-may.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { TableHeads } from '#web/ui/list/table-heads.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useMyStorage } from './open-upload-queries.ts'

const { call } = callsOf(storageCalls)

/** What fills the storage, by project and kind, and where room can be made. */
export function StorageUse() {
  const may = useMay()
  const storage = useMyStorage()
  const [deleting, setDeleting] = useState<string>()
  const parts = useQuery({
    queryKey: ['uploads', 'storage', 'by-project'],
    queryFn: async ({ signal }) => (await call('getStorageByProject', { signal })).data,
    staleTime: 0,
  })
  const failed = [storage, parts].find(({ isError }) => isError)
  if (failed) return <QueryFailed title="Your storage could not be loaded" query={failed} />
  if (!storage.data || !parts.data) return <Skeleton className="h-24 w-full" />
  const { usedBytes, quotaBytes } = storage.data
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="tabular-nums">{`${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)} used`}</p>
      <ProgressBar label="Storage used" percent={Math.min(100, (100 * usedBytes) / quotaBytes)} />
      {parts.data.length > 0 && (
        <table className="w-full">
          <caption className="sr-only">What fills your storage</caption>
          <TableHeads
            titles={['Project', 'What', 'Size']}
            className="py-1 pr-4 font-semibold last:pr-0 last:text-right"
          />
          <tbody>
            {parts.data.map((row, index) => (
              <tr key={`${row.projectType} ${row.kind}`} className="border-t border-line align-top">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal break-words">
                  <span className="flex items-center gap-1">
                    <bdi className="min-w-0">
                      {row.projectType === null ? 'No project' : projectTypeLabel(row.projectType)}
                    </bdi>
                    {may.delete &&
                      row.projectId !== null &&
                      row.projectType !== null &&
                      isFirstOfProject(parts.data, index) && (
                        <IconButton
                          icon={Trash2}
                          label={`Delete the project ${projectTypeLabel(row.projectType)}`}
                          onClick={() => setDeleting(row.projectId ?? undefined)}
                        />
                      )}
                  </span>
                </th>
                <td className="py-1.5 pr-4">
                  <What row={row} />
                </td>
                <td className="py-1.5 text-right whitespace-nowrap tabular-nums">{formatBytes(row.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {deleting !== undefined && (
        <DeleteDialog subject={{ kind: 'project', id: deleting }} onClose={() => setDeleting(undefined)} />
      )}
    </div>
  )
}

const isFirstOfProject = (rows: readonly StorageRow[], at: number): boolean =>
  rows.findIndex(({ projectId }) => projectId === rows[at]?.projectId) === at

/** With the place where it can be removed. */
function What({ row: { kind, count, projectType } }: { row: StorageRow }) {
  const [one, many, to] = WHAT[kind]
  const text = `${count.toLocaleString('en')} ${count === 1 ? one : many}`
  const path = to?.(projectType ?? undefined)
  return path === undefined ? (
    text
  ) : (
    <Link to={path} className="underline underline-offset-2">
      {text}
    </Link>
  )
}

type Words = readonly [one: string, many: string, to?: (projectType?: string) => string]

const WHAT: Record<StorageRow['kind'], Words> = {
  archives: ['archive of photos', 'archives of photos'],
  'open-uploads': ['unfinished upload', 'unfinished uploads', () => paths.myDashboard()],
  'own-files': ['own file', 'own files', paths.myMaps],
  copies: ['copy of an own file for viewing', 'copies of own files for viewing', paths.myMaps],
  plots: ['version of plots', 'versions of plots', () => paths.myTrials()],
  values: ['flight with measured values', 'flights with measured values', () => paths.myTrials()],
  'plot-images': ['photo of a plot', 'photos of plots', () => paths.myTrials()],
  'flight-files': ['file made of flights', 'files made of flights', () => paths.myTrials()],
}
