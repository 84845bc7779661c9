import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }
const read = (STORAGE_URL: string, env: Record<string, string> = KEYS) =>
  readConfig({ STORAGE_URL, ...env }).objectStore

test('a bucket at Amazon is named with its region', () => {
  const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }
  const there = { bucket: 'farm.raw', endpoint: null, region: 'eu-central-1', credentials }
  expect(read('s3://farm.raw?region=eu-central-1')).toEqual(there)
  expect(read('s3://farm.raw', { ...KEYS, AWS_REGION: 'eu-central-1' })).toEqual(there)
  expect(read('s3://farm.raw/', { ...KEYS, AWS_DEFAULT_REGION: 'eu-central-1' })).toEqual(there)
})

test('a bucket elsewhere is named with its endpoint', () => {
  expect(read('s3://raw?endpoint=https://objects.example:9000/')).toMatchObject({
    endpoint: 'https://objects.example:9000',
    region: 'us-east-1',
  })
})

test('temporary credentials come with their token', () => {
  const { credentials } = read('s3://raw?region=x', { ...KEYS, AWS_SESSION_TOKEN: 'for an hour' }) ?? {}
  expect(credentials).toMatchObject({ sessionToken: 'for an hour' })
})

test.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000', 'https://elsewhere.example'])(
  'the endpoint %s is taken',
  (endpoint) => {
    expect(read(`s3://raw?endpoint=${endpoint}`)).toMatchObject({ endpoint })
  },
)

test.each([
  ['http://objects.example', 'endpoint must begin with https:// unless it is on this machine'],
  ['http://127.0.0.1.objects.example', 'endpoint must begin with https:// unless it is on this machine'],
  ['ftp://objects.example', 'endpoint must be an http or https address'],
  ['objects.example', 'endpoint must be an http or https address'],
  ['https://objects.example/path', 'endpoint must have no path'],
  ['https://name:password@objects.example', 'endpoint must have no path and no name or password'],
])('the endpoint %s is refused: %s', (endpoint, fault) => {
  expect(() => read(`s3://raw?endpoint=${encodeURIComponent(endpoint)}`)).toThrow(`STORAGE_URL: ${fault}`)
})

test.each([
  ['https://raw', 'STORAGE_URL: must begin with s3://'],
  ['s3://Raw_Images?region=x', 'STORAGE_URL: must begin with s3:// and the name of a bucket'],
  ['s3://raw/folder?region=x', 'STORAGE_URL: must name a whole bucket'],
  ['s3://raw?region=x&acl=public', 'STORAGE_URL: has no option acl'],
  ['raw', 'STORAGE_URL: must be s3://'],
  ['s3://raw', 'AWS_REGION: required with STORAGE_URL'],
])('%s is refused: %s', (url, fault) => {
  expect(() => read(url)).toThrow(fault)
})

test('credentials come from the environment, and parts are as large as S3 wants them', () => {
  expect(() => read('s3://raw?region=x', {})).toThrow(/AWS_ACCESS_KEY_ID: required[^]*AWS_SECRET_ACCESS_KEY: required/)
  expect(() => read('s3://raw?region=x', { ...KEYS, PART_BYTES: '5242879' })).toThrow('PART_BYTES: must be at least')
})
