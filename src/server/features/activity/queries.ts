import { type SelectQueryBuilder, sql } from 'kysely'
import type { ActivityRow } from '#contract/activity.ts'
import { projectTypeLabel } from '#domain/users.ts'
import type { Database, Schema } from '../../adapters/db/schema.ts'
import { projectName } from '../projects/queries.ts'

type Filter = { subject?: string | undefined; actorId?: string | undefined }

export function matchingEntries(db: Database, { subject, actorId }: Filter) {
  let matching = db.selectFrom('audit')
  if (subject) matching = matching.where('subject', '=', subject)
  if (actorId) matching = matching.where('actorId', '=', actorId)
  return matching
}

/** Newest first, with the names of the actor and of the affected user, request or trial. */
export const withNames = (entries: SelectQueryBuilder<Schema, 'audit', object>) =>
  entries
    .leftJoin('users as actors', 'actors.id', 'audit.actorId')
    .leftJoin('users as targets', (join) =>
      join.on(sql<boolean>`targets.id = substr(audit.subject, 6) and audit.subject like 'user:%'`),
    )
    .leftJoin('analyses', (join) =>
      join.on(sql<boolean>`analyses.id = substr(audit.subject, 10) and audit.subject like 'analysis:%'`),
    )
    .leftJoin('trials', (join) =>
      join.on(sql<boolean>`trials.id = substr(audit.subject, 7) and audit.subject like 'trial:%'`),
    )
    .leftJoin('projects as targeted', (join) =>
      join.on(sql<boolean>`targeted.id = substr(audit.subject, 9) and audit.subject like 'project:%'`),
    )
    .leftJoin('users as owners', (join) =>
      join.on(sql<boolean>`owners.id = coalesce(analyses.account_id, trials.account_id, targeted.account_id)`),
    )
    .selectAll('audit')
    .select(['actors.fullName as actorName', 'actors.email as actorEmail'])
    .select([
      'targets.fullName as personName',
      sql<string | null>`coalesce(${projectName}, targeted.name)`.as('projectType'),
      'owners.fullName as ownerName',
    ])
    .select('trials.name as trialName')
    .orderBy('audit.id', 'desc')

type Entry = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

function ownedName({ projectType, trialName, ownerName }: Entry): string {
  const name = projectType === null ? trialName : projectTypeLabel(projectType)
  return name === null ? '' : `${name} of ${ownerName}`
}

export const presentEntry = (row: Entry): ActivityRow => ({
  id: row.id,
  time: row.at.toISOString(),
  actor: row.actorName && row.actorEmail ? { fullName: row.actorName, email: row.actorEmail } : null,
  action: row.action,
  subject: row.subject,
  about: row.personName ?? ownedName(row),
  before: row.before,
  after: row.after,
  address: row.address,
  token: row.token,
})
