import type { ReplyOf } from '#contract/api.ts'
import { brapi } from '#contract/brapi.ts'
import { brand } from '#domain/brand.ts'
import type { WithConfig } from '../../deps.ts'
import { single } from './page.ts'

/** The calls of this server. */
export async function brapiServerInfo({ config }: WithConfig<'publicUrl'>): Promise<ReplyOf<'brapiServerInfo'>> {
  const calls = Object.values(brapi).map(({ path }) => ({
    service: path.slice(1),
    methods: ['GET' as const],
    contentTypes: ['application/json' as const],
    versions: ['2.1' as const],
  }))
  return single({
    serverName: brand.name,
    organizationName: brand.name,
    documentationURL: `${config.publicUrl}/api/docs`,
    calls,
  })
}
