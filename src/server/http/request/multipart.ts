import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import type { FormPart } from '../../handler.ts'
import { rejectInvalidText } from './read-input.ts'

const LIMITS = { files: 100, fields: 20, fieldSize: 64 * 1024, fileSize: REPORT_FILE_BYTES_MAX }

/** The parser's error for a field whose type is JSON and whose text is not. */
const NOT_ACCEPTABLE = 406

/** The parts of a multipart body as they arrive; file content is not kept in memory. */
export async function* readMultipart(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (!request.isMultipart())
    throw new AppError('unsupported-type', 'The body must be a form (content-type: multipart/form-data)')
  for await (const part of rejectMalformed(request.parts({ limits: LIMITS }))) {
    if (part.type === 'file') {
      // A part that is a file only by its content type has no name, despite its TypeScript type.
      const fileName: string | undefined = part.filename
      const stream = Readable.from(rejectMalformed(part.file), { objectMode: false })
      yield { kind: 'file', name: part.fieldname, fileName: fileName ?? '', stream }
      if (part.file.truncated) throw new AppError('too-large', `${part.filename} exceeds the maximum file size of 10GB`)
    } else {
      const value = String(part.value)
      rejectInvalidText(value, part.fieldname)
      yield { kind: 'field', name: part.fieldname, value }
    }
  }
}

/** The parser's limits have a status; any other error means that the body is not a valid form. */
async function* rejectMalformed<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* source
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error && error.statusCode !== NOT_ACCEPTABLE) throw error
    throw new AppError('invalid', 'The form is malformed or cut off')
  }
}
