import { describe, expect, test } from 'vitest'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { describeApi } from './openapi.ts'

/** Section 7 of the specification, and the calls that it lacks. */
const CALLS = `
POST /api/auth/login
GET /api/auth/get-profile
POST /api/auth/register
POST /api/auth/confirm-user
POST /api/auth/forgot-password
POST /api/auth/confirm-forgot-password
GET /api/admin/getAllUsers
GET /api/admin-crop/getAllRequests
POST /api/admin/searchUsers
POST /api/admin/verify-user
POST /api/admin/updateRequestStatus
GET /api/crop-images/getReportById
GET /api/crop-images/get
POST /api/crop-images/generate-presigned-url/new
POST /api/admin-crop/generate-presigned-url/new
POST /api/crop-images/complete
POST /api/admin-crop/complete

POST /api/auth/resend-code
POST /api/auth/refresh
POST /api/auth/logout
GET /api/crop-images/upload
DELETE /api/crop-images/upload
GET /api/crop-images/uploads
GET /api/admin-crop/upload
DELETE /api/admin-crop/upload
POST /api/admin-crop/upload-report
DELETE /api/admin-crop/report-file
POST /api/crop-images/confirm-content
POST /api/admin-crop/confirm-content
`
  .split('\n')
  .filter(Boolean)

const PUBLIC = [
  'GET /brapi/v2/serverinfo',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/confirm-user',
  'POST /api/auth/forgot-password',
  'POST /api/auth/confirm-forgot-password',
  'POST /api/auth/resend-code',
  'POST /api/auth/refresh',
  'POST /api/auth/logout',
  'GET /api/auth/sign-on',
  'POST /api/auth/sign-on/start',
  'POST /api/auth/sign-on/finish',
  'POST /api/contact/message',
  // Before its receiver has signed up.
  'GET /api/account/invitation',
  'GET /api/trials/shares/offer',
  // By visitors.
  'POST /api/links/open',
]

type Schema = { type?: string; properties?: Record<string, Schema>; const?: unknown; required?: string[] }
type Operation = {
  operationId: string
  summary: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { type: string }> }
  paths: Record<string, Record<string, Operation>>
}

// As a reader gets it: as JSON.
const document: Document = JSON.parse(
  JSON.stringify(await describeApi({ serverUrl: 'https://skyfurrow.example', version: '1.2.3' })),
)
const operations = new Map<string, Operation>(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  ),
)

test('the document lists every call of the specification and the additional ones', () => {
  expect([...operations.keys()]).toEqual(expect.arrayContaining(CALLS))
})

test('only calls before a login and messages of visitors need no token', () => {
  const open = [...operations].filter(([, { security }]) => security.length === 0).map(([call]) => call)
  expect(open.sort()).toEqual([...PUBLIC].sort())
})

test('the status code is text in exactly the four calls where the specification reads text, and in one like them', () => {
  const asText = [...operations].filter(
    ([, { responses }]) =>
      responses['200']?.content['application/json']?.schema.properties?.['statusCode']?.const === '200',
  )
  expect(asText.map(([call]) => call).sort()).toEqual([
    'POST /api/admin-crop/complete',
    'POST /api/admin-crop/generate-presigned-url/new',
    'POST /api/auth/confirm-forgot-password',
    'POST /api/crop-images/generate-presigned-url/new',
    // Answers as the start of an archive does.
    'POST /api/maps/generate-presigned-url/new',
  ])
})

const inPath = (call: string, name: string) => (call.includes(`{${name}}`) ? 'path' : 'query')

describe('OpenAPI 3.1', () => {
  test('the info object has title, server and version', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: 'Skyfurrow', version: '1.2.3' },
      servers: [{ url: 'https://skyfurrow.example' }],
    })
    expect(document.components.securitySchemes).toMatchObject({ accessToken: { type: 'http' } })
  })

  test('every operation has a unique id', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.sort()).toEqual(Object.keys(api).sort())
  })

  test.each([...operations])('%s is described completely', (call, operation) => {
    expect(operation.summary).toMatch(/^[A-Z]/)
    for (const parameter of operation.parameters) {
      expect(parameter).toMatchObject({
        in: inPath(call, parameter.name),
        required: expect.any(Boolean),
        schema: expect.any(Object),
      })
    }
    expect(/^(POST|PUT)/.test(call) || operation.requestBody === undefined).toBe(true)
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '500']))
    const { 200: done = operation.responses['202'], ...failures } = operation.responses
    for (const { description, content } of Object.values(failures)) {
      expect(description).not.toBe('')
      expect(content['application/json']?.schema).toBeDefined()
    }
    const required = expect.arrayContaining(
      call.includes('/brapi/') ? ['metadata', 'result'] : ['statusCode', 'message'],
    )
    expect(done?.content).toMatchObject(
      /\/all-values|\/plot-photo$/.test(call)
        ? { 'application/octet-stream': { schema: { type: 'string' } } }
        : call.includes('/export')
          ? { 'text/csv': { schema: { type: 'string' } } }
          : call.startsWith('GET ') && call.endsWith('/imagecontent')
            ? { 'image/webp': { schema: { type: 'string' } } }
            : { 'application/json': { schema: { required } } },
    )
  })

  test('every reference can be resolved', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]*"/g) ?? []
    expect(new Set(references)).toEqual(new Set(['"$ref":"#/components/schemas/Failure"']))
    expect(document.components.schemas).toHaveProperty('Failure')
  })

  test.each([
    ['POST /api/auth/register', 'application/json', ['email', 'fullName', 'organisation', 'password']],
    ['POST /api/auth/confirm-forgot-password', 'application/json', ['email', 'newPassword', 'verificationCode']],
    ['POST /api/admin/searchUsers', 'application/json', ['searchReq']],
    ['POST /api/admin/verify-user', 'application/json', ['metadata', 'projectTypes', 'status', 'userId', 'version']],
    [
      'POST /api/crop-images/generate-presigned-url/new',
      'application/json',
      [
        'description',
        'fileName',
        'fileSize',
        'fingerprint',
        'flight',
        'id',
        'projectType',
        'reportCategories',
        'totalChunks',
      ],
    ],
    ['POST /api/admin-crop/upload-report', 'multipart/form-data', ['description', 'file', 'projectType']],
  ])('the body of %s has the fields of the specification', (call, type, fields) => {
    const { properties = {} } = operations.get(call)?.requestBody?.content[type]?.schema ?? {}
    expect(Object.keys(properties).sort()).toEqual(fields)
  })

  test.each([
    ['GET /api/admin/getAllUsers', ['after', 'from', 'pageSize']],
    [
      'GET /api/admin-crop/getAllRequests',
      ['after', 'assignee', 'first', 'from', 'fromDate', 'pageSize', 'project', 'search', 'toDate', 'userId'],
    ],
    ['GET /api/crop-images/get', ['after', 'from', 'pageSize']],
    ['POST /api/auth/forgot-password', ['email']],
    ['POST /api/crop-images/complete', ['analysisRequestId', 'uploadId']],
    ['POST /api/admin-crop/complete', ['analysisRequestId', 'publish', 'uploadId']],
    ['GET /api/crop-images/getReportById', ['analysisRequestId']],
  ])('the query of %s', (call, names) => {
    expect(
      operations
        .get(call)
        ?.parameters.map(({ name }) => name)
        .sort(),
    ).toEqual(names)
  })
})

test('success messages are those of the specification', () => {
  const words = Object.fromEntries(Object.entries<Endpoint>(api).map(([name, { success }]) => [name, success]))
  expect(words).toMatchObject({
    logIn: 'Login successful!',
    register: 'Registration successful! Please verify your email.',
    confirmUser: 'User confirmed successfully!',
    forgotPassword: 'Verification code sent to your email!',
    confirmForgotPassword: 'Password reset successful!',
    logOut: 'You have successfully logged out!',
    uploadReportByForm: 'Files uploaded successfully!',
  })
})
