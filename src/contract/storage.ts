import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

const storageRow = z.object({
  projectId: z.nullable(z.string()),
  projectType: z.nullable(z.string()).meta({ description: 'Null for trials without a project' }),
  kind: z.enum(['archives', 'own-files', 'copies', 'open-uploads', 'plots', 'values', 'plot-images', 'flight-files']),
  count: z.int(),
  bytes: z.int(),
})
export type StorageRow = z.infer<typeof storageRow>

export const storage = {
  getStorageByProject: endpoint({
    tag: 'uploads',
    method: 'GET',
    path: '/crop-images/storage/by-project',
    access: 'customer',
    scopes: [],
    limit: 'general',
    summary: 'What fills the storage of the customer, by project and kind, the most first',
    reply: data(z.array(storageRow)),
    success: 'Storage loaded',
  }),
}
