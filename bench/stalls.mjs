// Runs in the measured server: answers the longest time for which one turn of the event loop has used the processor, in
// milliseconds, since it was asked last. Time on the clock would include that of other processes.
import { createServer } from 'node:http'

let longest = 0
let before = process.threadCpuUsage()
setInterval(() => {
  const now = process.threadCpuUsage()
  longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000)
  before = now
}, 1).unref()

createServer((_, response) => {
  response.end(String(longest))
  longest = 0
})
  .listen(Number(process.env.STALLS_PORT), '127.0.0.1')
  .unref()
