// Creates a bucket to which pages of one origin may send parts: create-bucket.ts <name> <origin>
import { makeBucket, objectStore } from './object-store.ts'

const [name = '', origin = ''] = process.argv.slice(2)
await makeBucket(objectStore(), { name, origins: [origin] })
