import type { z } from 'zod'
import { AppError, type FieldError } from '#domain/errors.ts'

/** @throws AppError 'invalid' whose `errors` name the fields at fault; its message is the first of them. */
export function readInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input)
  if (parsed.success) {
    // What the schema has let through is flat; the input may be nested deeper than the stack.
    refuseNul(parsed.data)
    return parsed.data
  }
  const errors: FieldError[] = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message.startsWith('Invalid input') ? plainMessage(issue) : issue.message,
  }))
  throw new AppError('invalid', errors[0]?.message ?? 'The input is not valid', { errors })
}

/** Where the schema has no words of its own. */
function plainMessage(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.') || 'The body'
  if (issue.code === 'invalid_type') return `${field} must be ${article(issue.expected)}`
  return `${field} is not valid`
}

const article = (type: string): string => {
  if (type === 'int' || type === 'number') return 'a number'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

/** PostgreSQL can't keep NUL in text. */
export function refuseNul(value: unknown): void {
  if (holdsNul(value)) throw new AppError('invalid', 'Text must not contain NUL characters')
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || holdsNul(inner))
}
