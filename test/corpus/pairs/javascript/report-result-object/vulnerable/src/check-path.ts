import { relative, resolve, sep } from 'node:path'
import { reportsFolder } from './reports-folder.ts'

export type Checked = { ok: true; path: string } | { ok: false; error: string }

export function checkPath(path: string): Checked {
  const full = resolve(reportsFolder, path)
  if (full !== reportsFolder && !full.startsWith(reportsFolder + sep)) return { ok: false, error: `${path} is not a report` }
  return { ok: true, path: relative(reportsFolder, full) }
}
