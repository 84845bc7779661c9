import type { QueryOf } from '#contract/api.ts'
import type { LinkItem } from '#contract/links.ts'
import { dateOf } from '#domain/dates.ts'
import { LINKS_MAX } from '#domain/links.ts'
import type { Actor } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { presentLink, selectLinks } from './queries.ts'

export async function listLinks(
  deps: Pick<Deps, 'db' | 'now' | 'keys'> & WithConfig<'publicUrl'>,
  { accountId }: Actor,
  { kind, id }: QueryOf<'listLinks'>,
): Promise<LinkItem[]> {
  let links = selectLinks(deps.db).where('accountId', '=', accountId).where('endsOn', '>=', dateOf(deps.now()))
  if (kind !== undefined) links = links.where('kind', '=', kind)
  if (id !== undefined) links = links.where('subjectId', '=', id)
  const rows = await links.orderBy('madeAt', 'desc').orderBy('id').limit(LINKS_MAX).execute()
  return Promise.all(rows.map((link) => presentLink(deps, link)))
}
