import type { z } from 'zod'
import { AppError, type FieldError } from '#domain/errors.ts'

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
  const field = issue.path?.join('.') || 'The body'
  if (issue.code === 'invalid_type') return `${field} must be ${withArticle(issue.expected)}`
  if (issue.code === 'too_big') return `${field} must ${within('at most', issue.maximum, issue.origin)}`
  if (issue.code === 'too_small') return `${field} must ${within('at least', issue.minimum, issue.origin)}`
  return `${field} is not valid`
}

const withArticle = (type: string): string => {
  if (type === 'int' || type === 'number') return 'a number'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function within(bound: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `have ${bound} ${limit} characters`
  return origin === 'array' ? `have ${bound} ${limit} entries` : `be ${bound} ${limit}`
}

/** PostgreSQL cannot store NUL in text, and would change half of a surrogate pair. */
export function rejectInvalidText(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    const message = textProblem(value)
    if (message) throw new AppError('invalid', message, { errors: [{ field, message }] })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) rejectInvalidText(inner, field === '' ? key : `${field}.${key}`)
  }
}

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'Text must not contain NUL characters'
  return text.isWellFormed() ? undefined : 'This text contains an invalid character'
}
