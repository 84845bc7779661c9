import { type Selectable, sql } from 'kysely'
import type { DeletionContents } from '#contract/deletions.ts'
import type { DeletionsTable } from '../../adapters/db/deletions-schema.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Subject } from './find-subject.ts'

export type StoredDeletion = Selectable<DeletionsTable>

/** Locked until the transaction ends. */
export const deletionOf = (trx: Database, { kind, id }: Subject): Promise<StoredDeletion | undefined> =>
  trx
    .selectFrom('deletions')
    .selectAll()
    .where('kind', '=', kind)
    .where('subjectId', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Counted = Omit<DeletionContents, 'name' | 'purgeOn' | 'isHeld'>

const nothing = sql<boolean>`false`

/** Which requests, files and trials go with it. */
function partsOf({ kind, id }: Subject) {
  const by = (column: string) => sql<boolean>`${sql.ref(column)} = ${id}`
  const parts = {
    file: { files: by('files.id') },
    archive: { files: sql<boolean>`${by('files.analysis_id')} and files.kind = 'ARCHIVE'` },
    request: { requests: by('analyses.id'), files: by('files.analysis_id') },
    trial: { trials: by('trials.id') },
    project: {
      requests: by('analyses.project_id'),
      files: by('files.project_id'),
      trials: by('trials.project_id'),
    },
    account: { requests: by('analyses.account_id'), files: by('files.account_id'), trials: by('trials.account_id') },
  }
  return { requests: nothing, files: nothing, trials: nothing, ...parts[kind] }
}

/** Counts what goes with it, and the bytes of its files, and of the plots, photos and values of its trials. */
export async function countContents(db: Database, subject: Subject): Promise<Counted> {
  const { requests, files, trials } = partsOf(subject)
  const { rows } = await sql<Counted>`
    with gone_files as materialized (select id, bytes from files where ${files}),
      gone_trials as materialized (select id from trials where ${trials}),
      gone_flights as materialized (select id from trial_flights where trial_id in (select id from gone_trials))
    select
      (select count(*)::int from analyses where ${requests} and status <> 'UPLOADING') as requests,
      (select count(*)::int from gone_files) as files,
      ((select coalesce(sum(bytes), 0) from gone_files)
        + (select coalesce(sum(bytes), 0) from trial_plots where trial_id in (select id from gone_trials))
        + (select coalesce(sum(octet_length(data)), 0) from flight_values where flight_id in (select id from gone_flights))
        + (select coalesce(sum(octet_length(bytes)), 0) from plot_images where trial_id in (select id from gone_trials))
      )::bigint as bytes,
      (select count(*)::int from gone_trials) as trials,
      (select count(*)::int from gone_flights) as flights,
      (select count(distinct flight_id)::int from used_layers
        where file_id in (select id from gone_files) and flight_id not in (select id from gone_flights)
      ) as flights_without_map`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('Counting returned no row')
  return counted
}

/** With who asked, and what it is called: of a request, the name of its project. */
export const selectNamed = (db: Database) =>
  db
    .selectFrom('deletions')
    .leftJoin('users as askers', 'askers.id', 'deletions.askedBy')
    .select(['deletions.kind', 'deletions.subjectId as id', 'deletions.purgeOn', 'askers.fullName as askedBy'])
    .select(
      sql<string | null>`case deletions.kind
        when 'file' then (select file_name from files where files.id = subject_id)
        when 'trial' then (select trials.name from trials where trials.id = subject_id)
        when 'account' then (select users.full_name from users where users.id = subject_id) end`.as('name'),
    )
    .select(
      sql<string | null>`case when deletions.kind in ('request', 'archive')
          then (select projects.name from projects join analyses on analyses.project_id = projects.id where analyses.id = subject_id)
        when deletions.kind = 'project' then (select projects.name from projects where projects.id = subject_id) end`.as(
        'projectName',
      ),
    )
