import { AppError, type ErrorCode } from '#domain/errors.ts'

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-slow': 408,
  conflict: 409,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many': 429,
  unavailable: 503,
  'storage-full': 507,
} satisfies Record<ErrorCode, number>

export type ErrorResponse = { status: number; message: string; retryAfterSeconds?: number } & Pick<
  AppError['details'],
  'errors' | 'data'
>

/** The public part of an error. Undefined for an unknown one, which is logged under its request id. */
export function toErrorResponse(error: unknown): ErrorResponse | undefined {
  if (error instanceof AppError) return { status: STATUS[error.code], message: error.message, ...error.details }
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown }
  if (typeof statusCode !== 'number' || statusCode >= 500 || statusCode < 400) return undefined
  return {
    status: statusCode,
    message: FRAMEWORK_MESSAGES[String(code)] ?? MESSAGES[statusCode] ?? 'The call is not valid',
  }
}

const FRAMEWORK_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'Body is not valid JSON',
  FST_PROTO_VIOLATION: 'A field of a form must not have this name',
  FST_FILES_LIMIT: 'Too many files in one form',
  FST_FIELDS_LIMIT: 'Too many fields in one form',
  FST_PARTS_LIMIT: 'Too many parts in one form',
}

const JSON_EXPECTED = 'The body must be JSON (content-type: application/json)'
export const jsonExpected = (): AppError => new AppError('unsupported-type', JSON_EXPECTED)

export const pictureExpected = (): AppError =>
  new AppError('unsupported-type', 'The body must be the file of a picture (content-type: image/*)')

const MESSAGES: Record<number, string> = {
  400: 'Body is not valid JSON',
  404: 'There is nothing at this address',
  413: 'The body is too large',
  414: 'The address is too long',
  415: JSON_EXPECTED,
}
