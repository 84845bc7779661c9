import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { csvChunks } from '#domain/csv.ts'
import type { TableReply } from '../../table-reply.ts'
import { success } from './envelope.ts'
import { sendStream } from './send-stream.ts'

/** Streams a table as CSV, or as the list in the envelope, or as the file that it is. */
export function sendTable(reply: FastifyReply, endpoint: Endpoint, table: TableReply): Promise<FastifyReply> {
  if ('chunks' in table) return sendStream(reply, { type: table.format, chunks: table.chunks })
  const { format, columns, batches } = table
  const chunks = format === 'csv' ? csvChunks(columns, batches) : jsonChunks(success(endpoint, {}), batches)
  return sendStream(reply, { type: format, chunks })
}

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
