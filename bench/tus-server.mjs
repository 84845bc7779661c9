// @tus/server with its file store as in its documentation; peers.mjs runs a copy beside the installed packages.
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const [, , port, directory] = process.argv
new Server({ path: '/files', datastore: new FileStore({ directory }) }).listen(Number(port), '127.0.0.1')
