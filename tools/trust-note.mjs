// Left for tools/test.mjs, which reads notes that nothing writes any more.
export const readTrustNote = () => undefined
