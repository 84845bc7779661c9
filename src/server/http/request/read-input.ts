import type { z } from 'zod'
import { AppError, errorAt, type FieldError } from '#domain/errors.ts'
import { fieldName } from './field-name.ts'

/** A list of ten thousand may have two errors in each entry. */
const ERRORS_MAX = 50

/** @throws AppError 'invalid' whose `errors` name the invalid fields; its message is the first error. */
export function readInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input, { error: defaultMessage })
  if (parsed.success) {
    // The validated value is flat; the input may be nested deeper than the call stack.
    rejectInvalidText(parsed.data)
    return parsed.data
  }
  const errors: FieldError[] = parsed.error.issues
    .slice(0, ERRORS_MAX)
    .map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new AppError('invalid', errors[0]?.message ?? 'The input is not valid', { errors })
}

/** For errors without a message of the schema. */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? []
  const field = path.length === 0 ? 'The body' : fieldName(path)
  if (path.length > 0 && (issue.input === undefined || issue.input === null))
    return `${field} ${issue.code === 'invalid_type' && issue.expected === 'array' ? 'are' : 'is'} required`
  if (issue.code === 'invalid_type') return `${field} must be ${TYPES[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_big') return `${field} must ${within('at most', issue.maximum, issue.origin)}`
  if (issue.code === 'too_small') return `${field} must ${within('at least', issue.minimum, issue.origin)}`
  return `${field} is not valid`
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

function within(bound: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `have ${bound} ${limit} characters`
  return origin === 'array' ? `have ${bound} ${limit} entries` : `be ${bound} ${limit}`
}

/** PostgreSQL cannot store NUL in text, and would change half of a surrogate pair. */
export function rejectInvalidText(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    const message = textProblem(value)
    if (message) throw errorAt(field, message)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) rejectInvalidText(inner, field === '' ? key : `${field}.${key}`)
  }
}

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'Text must not contain NUL characters'
  return text.isWellFormed() ? undefined : 'This text contains an invalid character'
}
