import { existsSync } from 'node:fs'

export const NGINX = '/usr/sbin/nginx'

export const hasNginx = (): boolean => existsSync(NGINX)
