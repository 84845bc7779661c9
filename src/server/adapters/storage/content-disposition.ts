/** Opens as a download under this name (RFC 6266): plain ASCII for old clients, then the exact name (RFC 8187). */
export const attachment = (fileName: string): string => disposition('attachment', fileName)

/** Opens in the browser, and is saved under this name. */
export const inline = (fileName: string): string => disposition('inline', fileName)

function disposition(type: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${plain}"; filename*=UTF-8''${exact}`
}
