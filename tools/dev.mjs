// Server and web with hot reload: the web on port 5173 proxies calls and signed URLs to the server on 8080.
import { ensureInstalled, findNode, launch, NODE_FLAGS, packageBin, runToEnd } from './lib/launch.mjs'

const WEB_PORT = '5173'
const WEB_URL = `http://127.0.0.1:${WEB_PORT}`

await launch(() => {
  ensureInstalled()
  const node = findNode()
  const port = process.env.PORT ?? '8080'
  runToEnd(node, [packageBin('vite', 'bin/vite.js'), '--port', WEB_PORT, '--strictPort', '--clearScreen', 'false'], {
    SKYFURROW_API: `http://127.0.0.1:${port}`,
  })
  runToEnd(
    node,
    [
      ...NODE_FLAGS,
      '--watch',
      '--watch-path=src/server',
      '--watch-path=src/contract',
      '--watch-path=src/domain',
      'src/server/main.ts',
      'serve',
    ],
    {
      PORT: port,
      PUBLIC_URL: process.env.PUBLIC_URL ?? WEB_URL,
    },
  )
})
