export const KERNEL_FILE: URL
/** The kernel in WebAssembly. */
export function compileKernel(): Promise<Uint8Array>
