import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { brapi } from '#contract/brapi.ts'
import { brand } from '#domain/brand.ts'
import type { WithConfig } from '../../deps.ts'
import { single } from './page.ts'

const JSON_TYPE = 'application/json' as const

/** The calls of this server. */
export async function brapiServerInfo(
  { config }: WithConfig<'publicUrl'>,
  { dataType = JSON_TYPE }: QueryOf<'brapiServerInfo'>,
): Promise<ReplyOf<'brapiServerInfo'>> {
  const answered = dataType === JSON_TYPE ? Object.values(brapi) : []
  const calls = answered.map(({ path }) => ({
    service: path.slice(1),
    methods: ['GET' as const],
    contentTypes: [JSON_TYPE],
    versions: ['2.1' as const],
  }))
  return single({
    serverName: brand.name,
    organizationName: brand.name,
    documentationURL: `${config.publicUrl}/api/docs`,
    calls,
  })
}
