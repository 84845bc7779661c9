import type { FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { REPORT_FILE_BYTES_MAX } from '#domain/reports.ts'
import type { FormPart } from '../handler.ts'

/** The parts of a multipart body as they arrive; nothing of a file is kept in memory. */
export async function* readForm(request: FastifyRequest): AsyncGenerator<FormPart> {
  if (!request.isMultipart())
    throw new AppError('unsupported-type', 'The body must be a form (content-type: multipart/form-data)')
  const limits = { files: 100, fields: 20, fieldSize: 64 * 1024, fileSize: REPORT_FILE_BYTES_MAX }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      yield { kind: 'file', name: part.fieldname, fileName: part.filename, stream: part.file }
      if (part.file.truncated) throw new AppError('too-large', `${part.filename} exceeds the maximum file size of 10GB`)
    } else {
      yield { kind: 'field', name: part.fieldname, value: String(part.value) }
    }
  }
}
