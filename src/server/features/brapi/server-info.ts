import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { brapi } from '#contract/brapi/brapi.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { brand } from '#domain/brand.ts'
import type { WithConfig } from '../../deps.ts'
import { single } from './page.ts'

const JSON_TYPE = 'application/json'
const TABLE_TYPES = [JSON_TYPE, 'text/csv', 'text/tsv']

/** The calls of this server. */
export async function brapiServerInfo(
  { config }: WithConfig<'publicUrl'>,
  { contentType, dataType = contentType }: QueryOf<'brapiServerInfo'>,
): Promise<ReplyOf<'brapiServerInfo'>> {
  const services = [...Map.groupBy(Object.values<Endpoint>(brapi), ({ path }) => path)]
  const calls = services.map(([path, endpoints]) => ({
    service: path.slice(1),
    methods: endpoints.map(({ method }) => method).filter((method) => method !== 'DELETE'),
    contentTypes: path.endsWith('/table') ? TABLE_TYPES : [JSON_TYPE],
    versions: ['2.1' as const],
  }))
  return single({
    serverName: brand.name,
    organizationName: brand.name,
    documentationURL: `${config.publicUrl}/api/docs`,
    calls: calls.filter(({ contentTypes }) => dataType === undefined || contentTypes.includes(dataType)),
  })
}
