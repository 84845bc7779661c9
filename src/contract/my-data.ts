import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

export const myData = {
  getMyData: endpoint({
    tag: 'accounts',
    method: 'GET',
    path: '/auth/my-data',
    access: 'signed-in',
    limit: 'export',
    summary: 'All that is kept about the signed-in person: lists of rows by what they are, the newest 10,000 of each',
    reply: data(z.record(z.string(), z.array(z.record(z.string(), z.unknown())))),
    success: 'Data loaded',
  }),
}
