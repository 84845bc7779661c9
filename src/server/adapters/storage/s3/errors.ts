import { S3ServiceException } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { AppError } from '#domain/errors.ts'
import { STORAGE_FULL } from '#domain/uploads.ts'
import { hasCode } from '../incoming/durable-files.ts'
import { uploadMissing } from '../storage.ts'

const GONE = new Set(['NoSuchUpload', 'NoSuchKey', 'NotFound'])
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull'])
const INVALID = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'])
/** What an operator must fix. Any other 401 or 403 counts as one of these. */
const MISCONFIGURED = new Set([
  'AuthorizationHeaderMalformed',
  'ExpiredToken',
  'InvalidToken',
  'NoSuchBucket',
  'PermanentRedirect',
  'TokenRefreshRequired',
])
const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']

export const RETRY_SECONDS = 30
const UNAVAILABLE = 'The file store can not be reached at the moment. Try again later.'
export const unavailable = (): AppError =>
  new AppError('unavailable', UNAVAILABLE, { retryAfterSeconds: RETRY_SECONDS })

const isGone = (error: unknown): boolean => error instanceof S3ServiceException && GONE.has(error.name)

/** Undefined when what was asked for is not there, or not any more. */
export const unlessGone = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })

/** Runs `work`. An error of the object store becomes an AppError; the log has its cause. */
export async function withExplainedErrors<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toAppError(log, error)
  }
}

/** An error that is not known here stays as it is: a defect of ours. */
export function toAppError(log: Logger, error: unknown): unknown {
  if (isGone(error)) return uploadMissing()
  const { name, status } = described(error)
  if (FULL.has(name) || status === 507) return new AppError('storage-full', STORAGE_FULL)
  if (INVALID.has(name))
    return new AppError('invalid', 'The parts do not make a file. Upload those that differ again, then complete.')
  if (isMisconfigured(error)) log.error({ err: error, cause: name }, 'object storage: access denied or misconfigured')
  else if (isTransient(error)) log.warn({ err: error, cause: name }, 'object storage: unavailable')
  else return error
  return unavailable()
}

const described = (error: unknown): { name: string; status: number } =>
  error instanceof S3ServiceException
    ? { name: error.name, status: error.$metadata.httpStatusCode ?? 0 }
    : { name: error instanceof Error ? error.name : '', status: 0 }

function isMisconfigured(error: unknown): boolean {
  const { name, status } = described(error)
  return MISCONFIGURED.has(name) || status === 401 || status === 403
}

/** A retry may help. */
export function isTransient(error: unknown): boolean {
  const { name, status } = described(error)
  return status >= 500 || status === 429 || name === 'TimeoutError' || hasCode(error, ...UNREACHABLE)
}
