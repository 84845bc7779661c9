import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { BYTE_ORDER_MARK } from '#domain/csv.ts'
import { readFailure } from '../server/read-failure.ts'
import { type Case, isAllowed } from './cases.ts'
import { isSemanticError } from './semantic-errors.ts'

export type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

type Envelope = { statusCode?: unknown; message?: unknown; errors?: unknown; data?: unknown }

/** Everything that is wrong with a response. */
export function judge(testCase: Case, answer: Answer, written: readonly string[]): string[] {
  const { answers, status: success }: Endpoint = api[testCase.name]
  const isCsv = answers === 'csv' || (answers === 'table' && testCase.url.includes('format=csv'))
  const isFile = isCsv && answer.statusCode === 200
  const problems = [...headers(answer, isFile ? 'text/csv' : 'application/json')]
  if (answer.statusCode >= 500) problems.push('a server error')
  if (testCase.method === 'HEAD')
    return answer.body === '' && answer.statusCode === 405 ? problems : [...problems, 'HEAD']
  if (isFile) return answer.body.startsWith(BYTE_ORDER_MARK) ? problems : [...problems, 'the file has no beginning']
  const envelope = parse(answer)
  if (!envelope) return [...problems, 'the body is not a JSON object']
  return [
    ...problems,
    ...status(testCase, { ...answer, envelope }),
    ...(answer.statusCode === success
      ? checkReply(testCase, envelope)
      : checkRejection(testCase, { ...answer, envelope })),
    ...changes(testCase, answer.statusCode, written),
    ...statusInBody(testCase, answer.statusCode, envelope),
  ]
}

function* headers({ headers: sent, statusCode }: Answer, type: string): Generator<string> {
  if (sent['content-type'] !== `${type}; charset=utf-8`) yield `content type ${String(sent['content-type'])}`
  if (!/^[\w-]{36}$/.test(String(sent['x-request-id']))) yield 'no request id'
  if (sent['cache-control'] !== 'no-store') yield 'may be kept by a cache'
  if (statusCode === 405 && !sent['allow']) yield '405 without Allow'
  if (statusCode === 429 && !/^[1-9]\d*$/.test(String(sent['retry-after']))) yield '429 without Retry-After'
}

function parse({ body, statusCode }: Answer): Envelope | undefined {
  try {
    const value: unknown = readFailure(body, statusCode)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function* status(testCase: Case, { statusCode, envelope }: Answer & { envelope: Envelope }): Generator<string> {
  const { name, actor, fault } = testCase
  if (fault?.status === 405) {
    if (statusCode !== 405) yield 'another method must be answered with 405'
  } else if (!isAllowed(name, actor)) {
    const expected = actor === 'anonymous' ? 401 : 403
    if (statusCode !== expected) yield `${actor} must be rejected with ${expected}`
  } else if (fault) {
    if (statusCode !== fault.status) yield `must be rejected with ${fault.status}`
    // The call may also have a semantic error, which is then reported instead.
    const isNamed = !fault.field || namesField(envelope, fault.field) || isSemanticError(name, String(envelope.message))
    if (!isNamed) yield `the response does not name the field ${fault.field}`
  } else if (statusCode === 400) {
    if (!isSemanticError(name, String(envelope.message))) yield 'a valid call is rejected'
  } else if (!declared(name).has(statusCode)) yield `the contract does not declare ${statusCode}`
}

const ASK_FOR_PROJECT: readonly EndpointName[] = ['startUpload', 'startMapUpload']

function declared(name: EndpointName): Set<number> {
  const { errors }: Endpoint = api[name]
  return new Set([200, 202, 429, ...errors, ...(ASK_FOR_PROJECT.includes(name) ? [403] : [])])
}

const namesField = ({ errors }: Envelope, field: string): boolean =>
  Array.isArray(errors) && errors.some((error: { field?: unknown }) => error.field === field)

/** The reply matches the contract exactly. */
function* checkReply({ name }: Case, envelope: Envelope): Generator<string> {
  const { reply, success, answers }: Endpoint = api[name]
  const { statusCode: _status, message, ...rest } = envelope
  // Without the envelope there is no message.
  if (message !== (answers.startsWith('bare') ? undefined : success)) yield `says ${JSON.stringify(message)} on success`
  const parsed = reply.safeParse(rest)
  if (!parsed.success) yield `the reply does not fit: ${parsed.error.message}`
  else if (JSON.stringify(parsed.data) !== JSON.stringify(rest)) yield 'the reply has more than the contract names'
}

const LEAKS =
  /undefined|\[object|invalid input|too (big|small)|expected (string|int|number)|\.(ts|js):\d|\b(select|insert|update|delete|relation|column)\b.*["$]|\bpg_\w/i

/** A message may repeat what was sent: a file named `undefined`, a formula. */
function reveals(message: string, { url, payload }: Case): boolean {
  const [leak] = LEAKS.exec(message) ?? []
  return leak !== undefined && !url.includes(leak) && !String(payload).includes(leak)
}

function* checkRejection(testCase: Case, { statusCode, envelope }: Answer & { envelope: Envelope }): Generator<string> {
  const { statusCode: _status, message, errors = [], data, ...more } = envelope
  if (typeof message !== 'string' || message === '') yield 'no message'
  else if (reveals(message, testCase)) yield `the message reveals internals: ${message}`
  if (Object.keys(more).length > 0) yield `beside the envelope: ${Object.keys(more).join(', ')}`
  if (data !== undefined && statusCode !== 409) yield 'data in an error response'
  const isList = Array.isArray(errors) && errors.every((error) => isFieldError(error, testCase))
  if (!isList) yield `errors are not a list of {field, message}: ${JSON.stringify(errors)}`
}

const isFieldError = (error: unknown, testCase: Case): boolean =>
  typeof error === 'object' &&
  error !== null &&
  Object.keys(error).sort().join() === 'field,message' &&
  Object.values(error).every((value) => typeof value === 'string' && !reveals(value, testCase))

function* statusInBody({ name }: Case, statusCode: number, envelope: Envelope): Generator<string> {
  // A 405 belongs to no endpoint.
  const isText = (api[name] as Endpoint).statusCodeAs === 'text' && statusCode !== 405
  const expected = isText ? String(statusCode) : statusCode
  const isBare = (api[name] as Endpoint).answers.startsWith('bare') && statusCode < 300
  if (envelope.statusCode !== (isBare ? undefined : expected))
    yield `statusCode ${JSON.stringify(envelope.statusCode)} in the body`
}

/** Tables that a rejected call may write to: it counts attempts, or ends a stolen session. */
const WRITTEN_BY_REJECTIONS: Partial<Record<EndpointName, readonly string[]>> = {
  logIn: ['codes', 'emails'],
  confirmUser: ['codes'],
  confirmForgotPassword: ['codes'],
  refreshSession: ['sessions'],
  // The row of a form's file is inserted before its bytes arrive, and deleted after an error.
  uploadReportByForm: ['uploads'],
}
/** Resuming an upload keeps it from expiring. */
const WRITTEN_BY_READS: Partial<Record<EndpointName, readonly string[]>> = {
  resumeUpload: ['uploads'],
  resumeReportUpload: ['uploads'],
}

function* changes({ name, method }: Case, statusCode: number, written: readonly string[]): Generator<string> {
  const isDone = statusCode < 300
  if (isDone && method !== 'GET') return
  const allowed = (isDone ? WRITTEN_BY_READS : WRITTEN_BY_REJECTIONS)[name] ?? []
  const more = written.filter((table) => !allowed.includes(table))
  if (more.length > 0) yield `${isDone ? 'a read' : 'a rejected call'} wrote to ${more.join(', ')}`
}
