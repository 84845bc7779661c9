import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { jsonExpected, pictureExpected } from '../response/errors.ts'
import { hasDuplicateKey, hasTooManyValues } from './duplicate-keys.ts'
import { decode } from './parse-json.ts'

/**
 * Parses JSON like the framework (no prototype keys), but accepts an empty body of any type, because some endpoints have none. The
 * files of pictures are passed on as they are, whatever their type says.
 */
export function addJsonParser(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-length'] === '0') delete headers['content-type']
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const problem = contentTypeProblem(request.headers)
    if (problem) return done(new AppError('unsupported-type', problem))
    if (request.routeOptions.config.endpoint?.encoding === 'image') return done(pictureExpected())
    if (request.routeOptions.config.endpoint?.isReadByWorker) return done(null, body)
    const text = decode(body as Buffer)
    if (text === undefined) done(new AppError('invalid', 'Body is not valid JSON'))
    else if (text === '') done(null, undefined)
    else if (hasTooManyValues(text)) done(new AppError('invalid', 'The body has too many values'))
    else
      void parse(request, text, (error, value) => {
        if (error || !hasDuplicateKey(text)) done(error, value)
        else done(new AppError('invalid', 'An object must not repeat a key'))
      })
  })
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.endpoint?.encoding === 'image') done(null, body)
    else done(jsonExpected())
  })
}

function contentTypeProblem(headers: IncomingHttpHeaders): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) return 'The body must be JSON in UTF-8'
  // Not decompressed, because a small body may become a very large one.
  return (headers['content-encoding'] ?? 'identity') === 'identity' ? undefined : 'The body must not be compressed'
}
