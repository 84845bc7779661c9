import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { csvChunks } from '#domain/csv.ts'
import { type ListReply, ROWS, type TableReply } from '../../table-reply.ts'
import { success } from './envelope.ts'
import { sendStream } from './send-stream.ts'

/** Streams a table as CSV, or as the list in the envelope, or as the file that it is. */
export function sendTable(reply: FastifyReply, endpoint: Endpoint, table: TableReply): Promise<FastifyReply> {
  if ('chunks' in table) return sendStream(reply, { type: table.format, chunks: table.chunks })
  const { format, columns, batches } = table
  const chunks =
    format === 'csv' ? csvChunks(columns, batches) : jsonChunks(success(endpoint, { data: [ROWS] }), batches)
  return sendStream(reply, { type: format, chunks })
}

/** Streams a reply with a list of any length. Only fields of the contract leave the server; the handler answers for the rows. */
export const sendList = (reply: FastifyReply, endpoint: Endpoint, { head, rows }: ListReply<object>) =>
  sendStream(reply, { type: 'json', chunks: jsonChunks(success(endpoint, endpoint.reply.parse(head) as object), rows) })

/** A reply with rows where it holds ROWS. The first chunk has the first of them. */
async function* jsonChunks(reply: object, batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  const [head = '', tail = ''] = JSON.stringify(reply).split(JSON.stringify(ROWS))
  let before = head
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => JSON.stringify(row)).join(',')
    before = ','
  }
  yield before === head ? head + tail : tail
}
