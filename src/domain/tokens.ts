/** What an API token lets a program do, for the person who made it. Those that write also read what they work on. */
export const TOKEN_SCOPES = ['read', 'trials:write', 'uploads:write', 'brapi'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** In words of the screens. */
export const SCOPE_LABELS = {
  read: 'Read requests, reports, maps and trials',
  'trials:write': 'Change trials and maps',
  'uploads:write': 'Upload images and maps',
  brapi: 'Read and write by BrAPI',
} as const satisfies Record<TokenScope, string>

/** Of a person in an account. */
export const TOKENS_MAX = 20
export const TOKEN_NAME_MAX = 80
