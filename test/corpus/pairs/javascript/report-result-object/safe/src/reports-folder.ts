import { resolve } from 'node:path'

export const reportsFolder = resolve(process.env.REPORTS ?? 'reports')
