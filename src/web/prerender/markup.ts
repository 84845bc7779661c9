/** A placeholder. The server replaces it by its PUBLIC_URL when it starts (src/server/http/pages/web-app.ts). */
export const PUBLIC_URL = '__PUBLIC_URL__'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML and XML content and attributes. */
export const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
