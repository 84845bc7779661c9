/**
 * Runs in the page before anything else. Notes when tiles are drawn, how long calls of the GPU hold the page's thread, and tasks
 * over 50 ms. All times are in milliseconds since the navigation.
 */
export function watchDrawing() {
  const TILE_MIN = 256
  const seen = { tiles: 0, firstDrawn: null, lastDrawn: null, tasks: [], gpu: [], isExact: true }
  globalThis.drawing = seen
  let hasNewTile = false
  const prototype = WebGLRenderingContext.prototype
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const own = Object.getOwnPropertyDescriptor(prototype, name)
    if (typeof own?.value !== 'function') continue
    prototype[name] = function (...args) {
      const started = performance.now()
      const answer = own.value.apply(this, args)
      const ended = performance.now()
      if (ended - started > 1) seen.gpu.push([started, ended])
      if (name === 'texImage2D' && args[4] >= TILE_MIN) {
        seen.tiles += 1
        hasNewTile = true
      }
      if (name === 'drawElements' && hasNewTile) {
        hasNewTile = false
        // When the frame is submitted; with `isExact`, when the renderer has drawn it as well.
        setTimeout(() => {
          if (seen.isExact) this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4))
          seen.lastDrawn = performance.now()
          seen.firstDrawn ??= seen.lastDrawn
        })
      }
      return answer
    }
  }
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, startTime + duration])
  }).observe({ type: 'longtask' })
}
