import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { BYTE_ORDER_MARK } from '#domain/csv.ts'
import { isAllowed, type Shot } from './cases.ts'
import { refusedForItsMeaning } from './semantic-errors.ts'

export type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

type Envelope = { statusCode?: unknown; message?: unknown; errors?: unknown; data?: unknown }

/** All problems of a response; empty when there are none. */
export function judge(shot: Shot, answer: Answer, written: readonly string[]): string[] {
  const isFile = api[shot.name].answers === 'csv' && answer.statusCode === 200
  const faults = [...headers(answer, isFile ? 'text/csv' : 'application/json')]
  if (answer.statusCode >= 500) faults.push('a fault of the server')
  if (shot.method === 'HEAD') return answer.body === '' && answer.statusCode === 405 ? faults : [...faults, 'HEAD']
  if (isFile) return answer.body.startsWith(BYTE_ORDER_MARK) ? faults : [...faults, 'the file has no beginning']
  const envelope = parse(answer.body)
  if (!envelope) return [...faults, 'the body is no JSON object']
  return [
    ...faults,
    ...status(shot, { ...answer, envelope }),
    ...(answer.statusCode === 200 ? replied(shot, envelope) : refused(shot, { ...answer, envelope })),
    ...changes(shot, answer.statusCode, written),
    ...statusInBody(shot, answer.statusCode, envelope),
  ]
}

function* headers({ headers: sent, statusCode }: Answer, type: string): Generator<string> {
  if (sent['content-type'] !== `${type}; charset=utf-8`) yield `content type ${String(sent['content-type'])}`
  if (!/^[\w-]{36}$/.test(String(sent['x-request-id']))) yield 'no request id'
  if (sent['cache-control'] !== 'no-store') yield 'may be kept by a cache'
  if (statusCode === 405 && !sent['allow']) yield '405 without Allow'
  if (statusCode === 429 && !/^[1-9]\d*$/.test(String(sent['retry-after']))) yield '429 without Retry-After'
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function* status(shot: Shot, { statusCode, envelope }: Answer & { envelope: Envelope }): Generator<string> {
  const { name, actor, fault } = shot
  if (fault?.status === 405) {
    if (statusCode !== 405) yield 'another method must be answered with 405'
  } else if (!isAllowed(name, actor)) {
    const expected = actor === 'nobody' ? 401 : 403
    if (statusCode !== expected) yield `${actor} must be refused with ${expected}`
  } else if (fault) {
    if (statusCode !== fault.status) yield `must be refused with ${fault.status}`
    // A semantic error may come in addition to the fault of the case.
    const isNamed =
      !fault.field || namesField(envelope, fault.field) || refusedForItsMeaning(name, String(envelope.message))
    if (!isNamed) yield `the refusal does not name the field ${fault.field}`
  } else if (statusCode === 400) {
    if (!refusedForItsMeaning(name, String(envelope.message))) yield 'a call that fits the contract is refused'
  } else if (!declared(name).has(statusCode)) yield `the contract does not declare ${statusCode}`
}

function declared(name: EndpointName): Set<number> {
  const { errors }: Endpoint = api[name]
  return new Set([200, 429, ...errors, ...(name === 'startUpload' ? [403] : [])])
}

const namesField = ({ errors }: Envelope, field: string): boolean =>
  Array.isArray(errors) && errors.some((error: { field?: unknown }) => error.field === field)

/** Whether the reply matches the contract exactly. */
function* replied({ name }: Shot, envelope: Envelope): Generator<string> {
  const { reply, success }: Endpoint = api[name]
  const { statusCode: _status, message, ...rest } = envelope
  if (message !== success) yield `says ${JSON.stringify(message)} on success`
  const parsed = reply.safeParse(rest)
  if (!parsed.success) yield `the reply does not fit: ${parsed.error.message}`
  else if (JSON.stringify(parsed.data) !== JSON.stringify(rest)) yield 'the reply has more than the contract names'
}

const LEAKS =
  /undefined|\[object|invalid input|too (big|small)|expected (string|int|number)|\.(ts|js):\d|\b(select|insert|update|delete|relation|column)\b.*["$]|pglite/i

/** A file may be called undefined. */
function withoutFileName(message: string, { payload }: Shot): string {
  const { fileName } = (parse(String(payload)) ?? {}) as { fileName?: unknown }
  return typeof fileName === 'string' ? message.replace(fileName, '') : message
}

function* refused(shot: Shot, { statusCode, envelope }: Answer & { envelope: Envelope }): Generator<string> {
  const { statusCode: _status, message, errors = [], data, ...more } = envelope
  if (typeof message !== 'string' || message === '') yield 'no message'
  else if (LEAKS.test(withoutFileName(message, shot))) yield `the message is not for people: ${message}`
  if (Object.keys(more).length > 0) yield `beside the envelope: ${Object.keys(more).join(', ')}`
  if (data !== undefined && statusCode !== 409) yield 'data with a refusal'
  const isList = Array.isArray(errors) && errors.every(isFieldError)
  if (!isList) yield `errors are no list of {field, message}: ${JSON.stringify(errors)}`
}

const isFieldError = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  Object.keys(error).sort().join() === 'field,message' &&
  Object.values(error).every((value) => typeof value === 'string' && !LEAKS.test(value))

function* statusInBody({ name }: Shot, statusCode: number, envelope: Envelope): Generator<string> {
  // A wrong method belongs to no endpoint.
  const isText = (api[name] as Endpoint).statusCodeAs === 'text' && statusCode !== 405
  const expected = isText ? String(statusCode) : statusCode
  if (envelope.statusCode !== expected) yield `statusCode ${JSON.stringify(envelope.statusCode)} in the body`
}

/** What a rejected call may write: counted attempts, a session that is ended as stolen. */
const LEFT_BY_REFUSALS: Partial<Record<EndpointName, readonly string[]>> = {
  logIn: ['codes', 'emails'],
  confirmUser: ['codes'],
  confirmForgotPassword: ['codes'],
  refreshSession: ['sessions'],
  // A row for each file of a form is inserted first, and deleted afterwards.
  uploadReportByForm: ['uploads'],
}
/** Resuming an upload keeps it from expiring. */
const TOUCHED_BY_READS: Partial<Record<EndpointName, readonly string[]>> = {
  resumeUpload: ['uploads'],
  resumeReportUpload: ['uploads'],
}

function* changes({ name, method }: Shot, statusCode: number, written: readonly string[]): Generator<string> {
  if (statusCode === 200 && method !== 'GET') return
  const allowed = (statusCode === 200 ? TOUCHED_BY_READS : LEFT_BY_REFUSALS)[name] ?? []
  const more = written.filter((table) => !allowed.includes(table))
  if (more.length > 0) yield `${statusCode === 200 ? 'a read' : 'a refused call'} wrote to ${more.join(', ')}`
}
