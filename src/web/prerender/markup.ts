/** The server puts its PUBLIC_URL here when it starts (src/server/http/web.ts). */
export const PUBLIC_URL = '__PUBLIC_URL__'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For HTML and XML, in texts and in attributes. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
