function createScriptURL(address: string): string {
  if (new URL(address, window.location.href).origin === window.location.origin) return address
  throw new TypeError('Workers are scripts of this site')
}

const createTrust = (): ((address: string) => string) => {
  const policy = window.trustedTypes?.createPolicy('workers', { createScriptURL })
  return (address) => policy?.createScriptURL(address) ?? address
}
let trust: ((address: string) => string) | undefined

/** Starts the worker of an `import … from './….ts?worker&url'`. It is the only address that the content security policy lets through. */
export function startWorker(address: string): Worker {
  trust ??= createTrust()
  return new Worker(trust(address), { type: 'module' })
}
