// Creates a bucket that accepts parts from pages of one origin: create-bucket.ts <name> <origin>
import { makeBucket, objectStore } from './object-store.ts'

const [name = '', origin = ''] = process.argv.slice(2)
await makeBucket(objectStore(), { name, origins: [origin] })
