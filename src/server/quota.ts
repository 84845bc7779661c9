import { sql } from 'kysely'
import type { StorageRow } from '#contract/storage.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import { isFull, largestParts, quotaProblem, type StorageUse, storageIsFull } from '#domain/quota.ts'
import type { Database, NewUpload } from './adapters/db/schema.ts'

type QuotaOf = { accountId: string; quotaBytes: number }

/**
 * All that a customer makes: archives and own files with their copies for viewing, of open uploads the announced size or all that their parts may hold,
 * and of trials the versions of plots, photos of plots, measured values and files that were made of them.
 */
export async function storageUseOf(db: Database, { accountId, quotaBytes }: QuotaOf): Promise<StorageUse> {
  const { rows } = await sql<{ usedBytes: number }>`
    with own_trials as materialized (select id from trials where account_id = ${accountId})
    select ((
      select coalesce(sum(coalesce(file_bytes, total_parts * part_bytes)), 0) from uploads
      where account_id = ${accountId} and kind <> 'REPORT' and state <> 'ABANDONED'
    ) + (
      select coalesce(sum(bytes), 0) from trial_plots where trial_id in (select id from own_trials)
    ) + (
      select coalesce(sum(octet_length(data)), 0) from flight_values
      where flight_id in (select id from trial_flights where trial_id in (select id from own_trials))
    ) + (
      select coalesce(sum(octet_length(bytes)), 0) from plot_images where trial_id in (select id from own_trials)
    ) + (
      select coalesce(sum(bytes), 0) from (
        select max(flight_files.bytes) as bytes from flight_files join files on files.id = map_file_id
        where files.account_id = ${accountId} group by key
      ) as of_flights
    ) + (
      select coalesce(sum(bytes), 0) from (${copiesOf(accountId)}) as copies
    ))::bigint as used_bytes`.execute(db)
  return { usedBytes: rows[0]?.usedBytes ?? 0, quotaBytes }
}

/** Of own files with the same content there is one copy. */
const copiesOf = (accountId: string) => sql`
  select min(files.project_id) as project_id,
    max(coalesce((maps.copy ->> 'bytes')::bigint, 0) + coalesce((files.model ->> 'unpackedBytes')::bigint, 0)) as bytes
  from files left join maps on maps.file_id = files.id
  where files.account_id = ${accountId} and files.kind = 'OWN' group by files.sha256`

/** The same by project and kind, the most first. */
export async function storageByProject(db: Database, accountId: string): Promise<StorageRow[]> {
  const { rows } = await sql<StorageRow>`
    with used as (
      select coalesce(uploads.project_id, analyses.project_id) as project_id,
        case when uploads.state = 'OPEN' then 'open-uploads' when uploads.kind = 'OWN' then 'own-files' else 'archives' end as kind,
        count(*) as count, sum(coalesce(file_bytes, total_parts * part_bytes)) as bytes
      from uploads left join analyses on analyses.id = uploads.analysis_id
      where uploads.account_id = ${accountId} and uploads.kind <> 'REPORT' and uploads.state <> 'ABANDONED'
      group by 1, 2
      union all
      select trials.project_id, 'plots', count(*), sum(trial_plots.bytes)
      from trials join trial_plots on trial_plots.trial_id = trials.id where trials.account_id = ${accountId} group by 1
      union all
      select trials.project_id, 'values', count(distinct trial_flights.id), sum(octet_length(data))
      from trials join trial_flights on trial_flights.trial_id = trials.id
        join flight_values on flight_values.flight_id = trial_flights.id
      where trials.account_id = ${accountId} group by 1
      union all
      select trials.project_id, 'plot-images', count(*), sum(octet_length(plot_images.bytes))
      from trials join plot_images on plot_images.trial_id = trials.id where trials.account_id = ${accountId} group by 1
      union all
      select project_id, 'flight-files', count(*), sum(bytes) from (
        select min(files.project_id) as project_id, max(flight_files.bytes) as bytes
        from flight_files join files on files.id = map_file_id where files.account_id = ${accountId} group by key
      ) of_flights group by 1
      union all
      select project_id, 'copies', count(*), sum(bytes) from (${copiesOf(accountId)}) copies where bytes > 0 group by 1
    )
    select used.project_id, projects.name as project_type, used.kind, used.count::int as count, coalesce(used.bytes, 0)::bigint as bytes
    from used left join projects on projects.id = used.project_id
    where used.bytes > 0 order by bytes desc, project_type, kind`.execute(db)
  return rows
}

/** Call this with the customer's row locked, so that concurrent starts can't both use the remaining space. */
export async function requireQuota(trx: Database, upload: NewUpload, quotaBytes: number): Promise<void> {
  const use = await storageUseOf(trx, { accountId: upload.accountId, quotaBytes })
  const problem = quotaProblem(use, upload.fileBytes ?? upload.totalParts * upload.partBytes)
  if (!problem) return
  throw errorAt('fileSize', await withLargestParts(trx, upload.accountId, problem), 'too-large')
}

/** Before something is made whose size isn't known yet. @throws AppError 'too-large' when the customer's storage is full */
export async function requireStorageLeft(trx: Database, of: QuotaOf): Promise<void> {
  const use = await storageUseOf(trx, of)
  if (isFull(use)) throw new AppError('too-large', await withLargestParts(trx, of.accountId, storageIsFull(use)))
}

const withLargestParts = async (trx: Database, accountId: string, problem: string): Promise<string> =>
  [problem, largestParts(await storageByProject(trx, accountId))].filter(Boolean).join(' ')
