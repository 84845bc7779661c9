import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { csvChunks } from '#domain/csv.ts'
import type { TableReply } from '../../table-reply.ts'
import { success } from './envelope.ts'
import { sendText } from './send-text.ts'

/** Streams a table as CSV, or as the list in the envelope. */
export const sendTable = (
  reply: FastifyReply,
  endpoint: Endpoint,
  { format, columns, batches }: TableReply,
): Promise<FastifyReply> =>
  sendText(reply, {
    type: format,
    chunks: format === 'csv' ? csvChunks(columns, batches) : jsonChunks(success(endpoint, {}), batches),
  })

/** The envelope with `data` as its last member. The first chunk has the first rows. */
async function* jsonChunks(envelope: object, batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let before = `${JSON.stringify(envelope).slice(0, -1)},"data":[`
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => JSON.stringify(row)).join(',')
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}
