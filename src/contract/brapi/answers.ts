import { z } from 'zod'
import { BRAPI_PREFIX } from '../endpoint.ts'

/** Of one value that a client sends. */
export const BRAPI_TEXT_MAX = 400
export const word = z.string().max(BRAPI_TEXT_MAX, `At most ${BRAPI_TEXT_MAX} characters`)

const metadata = z.object({
  datafiles: z.array(z.string()),
  status: z.array(z.object({ message: z.string(), messageType: z.enum(['INFO', 'WARNING']) })),
  pagination: z.object({
    currentPage: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    totalPages: z.int(),
  }),
})
export const one = <Result extends z.ZodType>(result: Result) => z.object({ metadata, result })
export const list = <Row extends z.ZodType>(row: Row) => one(z.object({ data: z.array(row) }))

export const read = {
  tag: 'brapi',
  method: 'GET',
  prefix: BRAPI_PREFIX,
  access: 'customer-or-admin',
  answers: 'bare',
  success: 'Loaded',
} as const
